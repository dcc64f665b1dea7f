/** The style of the documentation. A wide window shows the examples beside the fields, a narrow one the list when it is asked for. */
export const docsStyle = `
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
main a { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .15em; }
main :is(h2, li, footer) > a, main .card { text-decoration: none; }
main a:hover { text-decoration: underline; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 3rem 0 .75rem; }
h2 a { color: inherit; }
h3 { font-size: 1rem; margin: 1.75rem 0 .5rem; }
b { font-weight: 600; }
code, pre { font: .875em/1.5 "Geist Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { background: var(--panel); padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 7px; padding: .9rem 1rem; overflow-x: auto; margin: .6rem 0; }
pre code { background: none; padding: 0; font-size: 1em; overflow-wrap: normal; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[id] { scroll-margin-top: 1rem; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; scrollbar-width: thin; }
nav .home { display: flex; align-items: center; gap: .5rem; margin-bottom: 1rem; color: var(--ink); font-size: 1.1rem; font-weight: 600; }
nav .home svg { width: 26px; height: 26px; }
nav [type=search] { width: 100%; height: 2.2rem; padding: 0 .7rem; border: 1px solid var(--line); border-radius: 7px; background: var(--panel); color: var(--ink); font: inherit; }
nav [type=search]::placeholder { color: var(--soft); opacity: 1; }
nav h2, legend { margin: 1.4rem 0 .3rem; padding: 0 .6rem; color: var(--soft); font-size: .78rem; font-weight: 500; line-height: 1.5; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: .22rem .6rem; border-radius: 6px; color: var(--soft); line-height: 1.4; }
nav li a:hover { background: var(--panel); color: var(--ink); text-decoration: none; }
nav li:not(.subject) a { padding-left: 1.3rem; }
nav li.subject a { color: var(--ink); }
nav [aria-current] { background: var(--panel); color: var(--ink); font-weight: 600; box-shadow: inset 3px 0 var(--accent); }
.contents { display: none; }
fieldset { margin: .6rem 0 0; padding: 0; border: 0; }
legend { margin: 0; }
fieldset label { display: inline-flex; align-items: center; gap: .3rem; min-height: 26px; margin: 0 0 0 .5rem; }
input[type=radio], input[type=checkbox] { margin: 0; accent-color: var(--accent); }
:root:not(:has(#curl:checked)) .in-curl, :root:not(:has(#typescript:checked)) .in-typescript, :root:not(:has(#python:checked)) .in-python { display: none; }
main { padding: 2.5rem 2.5rem 4rem; min-width: 0; }
.intro { color: var(--soft); font-size: 1.05rem; }
.guides { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0 0; max-width: none; }
.card { padding: .5rem .9rem; border: 1px solid var(--line); border-radius: 7px; background: var(--panel); }
.operation, .object { margin-top: 2.5rem; padding-top: 2.5rem; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 1200px; }
.operation h2, .object h2 { margin: 0 0 .5rem; }
.method { display: inline-block; min-width: 4.2em; margin-right: .6em; border-radius: 4px; background: var(--accent); color: var(--back); font: 600 .75rem/1.6 ui-monospace, Menlo, Consolas, monospace; text-align: center; }
.method.post, .method.put { background: var(--good); }
.method.patch { background: var(--warn); }
.method.delete { background: var(--bad); }
.path { padding: 0; background: none; }
.required { color: var(--warn); font-size: .85em; }
dl { margin: 0; }
.fields > div { padding: .6rem 0; border-top: 1px solid var(--line); }
.fields > div:target { background: var(--panel); }
.fields dt { overflow-wrap: anywhere; }
.fields dd { margin: .15rem 0 0; }
.fields dd p { margin: 0; }
.fields .fields { margin: .4rem 0 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.fields .fields > div:first-child { border-top: 0; }
.answer > p { margin: .5rem 0; }
details { margin-top: 1rem; }
summary { padding: .4rem 0; color: var(--accent); cursor: pointer; }
.operations { margin: 0; padding: 0; list-style: none; }
.operations li { display: flex; flex-wrap: wrap; gap: .1rem 1rem; justify-content: space-between; padding: .45rem .4rem; border-top: 1px solid var(--line); }
.operations li:target { background: var(--panel); box-shadow: inset 3px 0 var(--accent); }
.call { font-size: .9em; }
.names { max-width: none; line-height: 2; }
.names a { margin-right: .8rem; }
.names a:target { background: var(--panel); outline: 2px solid var(--accent); }
.parts { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 0 0 1.5rem; padding: 0 0 1rem; border-bottom: 1px solid var(--line); list-style: none; }
article { max-width: 52rem; }
article img { max-width: 100%; }
article li > a { text-decoration: underline; }
article li { max-width: 70ch; margin: .25rem 0; }
article [role=group] { margin: .8rem 0; overflow-x: auto; }
blockquote { margin: .8rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-size: .85rem; font-weight: 500; }
td code { overflow-wrap: normal; }
.found { padding-left: 1.4rem; }
.found li { margin: 1rem 0; }
.found p { margin: .1rem 0 0; color: var(--soft); font-size: .92rem; overflow-wrap: anywhere; }
main footer { display: flex; justify-content: space-between; gap: 1rem; margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (min-width: 1280px) { .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); grid-template-rows: auto 1fr; column-gap: 3rem; } .operation > .head, .operation > .details { grid-column: 1; } .operation > .example { grid-area: 1 / 2 / 3 / 3; position: sticky; top: 1rem; align-self: start; } }
@media (max-width: 800px) { .layout { display: block; } nav { position: static; height: auto; padding: 1rem 1.25rem; border-right: 0; border-bottom: 1px solid var(--line); } .contents { display: inline-flex; align-items: center; gap: .5rem; min-height: 32px; margin: .5rem 0 0 .6rem; } .contents ~ .places { display: none; } .contents:has(:checked) ~ .places { display: block; } main { padding: 1.5rem 1.25rem 3rem; } legend { float: left; margin: .25rem 0 0; } fieldset { margin-top: .5rem; } }
@media print { nav { display: none; } .layout { display: block; } }
`;
