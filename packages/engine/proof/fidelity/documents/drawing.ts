import { documents } from "./documents.ts";
import { prose, repeat } from "./prose.ts";

const tiles = `<style>.tile { display: inline-block; width: 130px; height: 90px; margin: 8px; vertical-align: top; font: 12px sans-serif }</style>`;

/** A tile for each piece of CSS. */
function tilesOf(styles: readonly string[], content = ""): string {
  return styles.map((style) => `<div class="tile" style="${style}">${content}</div>`).join("");
}

const modes =
  "multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity plus-lighter".split(
    " ",
  );

export const drawing = documents({
  "transforms: in the plane and in space": `<!doctype html>${tiles}${tilesOf(
    [
      "rotate: 20deg; background: #fc8",
      "transform: skew(20deg, 5deg) scale(.8); background: #8cf",
      "transform: perspective(200px) rotateY(40deg); background: #cf8",
      "transform: matrix(1, .2, -.3, .9, 10, 5); border: 3px solid",
      "transform-origin: 0 0; transform: rotate(10deg) translate(20px, 10px); background: #eee",
      "scale: -1 1; background: #fcf",
      "transform: rotate3d(1, 1, 0, 50deg); background: #ccf",
      "offset-path: path('M 0 0 L 60 40'); offset-distance: 50%; background: #cfc",
    ],
    "Turned",
  )}<div style="perspective: 300px; transform-style: preserve-3d"><div class="tile" style="transform: rotateX(30deg) translateZ(40px); background: gold">deep</div></div>`,
  "gradients: linear, radial, conic, repeating, in other colour spaces": `<!doctype html>${tiles}${tilesOf(
    [
      "background: linear-gradient(red, blue)",
      "background: linear-gradient(45deg, red 10%, transparent 50%, lime 90%)",
      "background: linear-gradient(to right in oklch longer hue, red, blue)",
      "background: radial-gradient(circle at 30% 30%, white, navy 70%)",
      "background: radial-gradient(ellipse closest-side, gold 50%, transparent)",
      "background: conic-gradient(from 45deg, red, yellow, lime, aqua, blue, magenta, red)",
      "background: conic-gradient(#000 25%, #fff 0 50%, #000 0 75%, #fff 0) 0 0 / 30px 30px",
      "background: repeating-linear-gradient(-30deg, #eee 0 10px, #c00 10px 14px)",
      "background: repeating-radial-gradient(circle, #fff 0 6px, #06c 6px 9px)",
      "background: repeating-conic-gradient(#fff 0 10deg, #090 10deg 20deg)",
      "border: 14px solid; border-image: linear-gradient(red, blue) 1",
      "background: linear-gradient(90deg, #f0f, #0ff); background-clip: text; color: transparent; font: 700 30px sans-serif",
      "background: linear-gradient(red, blue); mask: linear-gradient(90deg, #000, transparent)",
      "background: color-mix(in oklab, red, blue); outline: 4px solid color(display-p3 0 1 0)",
    ],
    "Gradient",
  )}`,
  "shadows, filters and backdrops": `<!doctype html>${tiles}${tilesOf(
    [
      "box-shadow: 6px 6px 10px #0008",
      "box-shadow: inset 0 0 20px red, 0 0 0 4px blue",
      "text-shadow: 2px 2px 3px red, -1px -1px 0 blue; font-size: 30px",
      "filter: drop-shadow(4px 4px 4px green); background: #ffc",
      "filter: blur(2px); background: orange",
      "filter: grayscale(1) contrast(1.5); background: red",
      "filter: hue-rotate(90deg) invert(.2) sepia(.5); background: tomato",
      "opacity: .4; background: black; color: white",
      "background: radial-gradient(red, blue); filter: saturate(.3) brightness(1.4)",
    ],
    "Shadow",
  )}<div style="background: repeating-linear-gradient(90deg, red 0 5px, white 5px 10px); padding: 20px"><div class="tile" style="backdrop-filter: blur(4px); background: #fff8">backdrop</div></div>`,
  "blend modes, of elements and of backgrounds": `<!doctype html>${tiles}<div style="isolation: isolate; background: linear-gradient(90deg, red, lime, blue); padding: 10px">${tilesOf(
    modes.map((mode) => `mix-blend-mode: ${mode}; background: linear-gradient(white, orange, black)`),
    "Blend",
  )}</div>${tilesOf(modes.map((mode) => `background: linear-gradient(red, blue), linear-gradient(90deg, lime, gold); background-blend-mode: ${mode}`))}`,
  "borders, radii, outlines, clipping, masks, many backgrounds": `<!doctype html>${tiles}${tilesOf(
    [
      ...["solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset"].map(
        (line) => `border: 6px ${line} #a33`,
      ),
      "border: 8px solid; border-color: red green blue orange; border-radius: 30px 5px 60px / 10px 40px",
      "border-radius: 50%; background: teal; outline: 3px dashed; outline-offset: 4px",
      "clip-path: polygon(50% 0, 100% 100%, 0 70%); background: purple",
      "clip-path: inset(10px round 20px); background: brown",
      "clip-path: path('M10 10 h100 v60 z'); background: olive",
      "mask: radial-gradient(circle, #000 40%, transparent 41%) 0 0 / 20px 20px; background: navy",
      "background: url(&quot;data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E%3Ccircle cx='10' cy='10' r='5'/%3E%3C/svg%3E&quot;) 3px 3px / 25px repeat space, #eee",
      "background: radial-gradient(red 30%, transparent 31%) 0 0 / 40px 40px, linear-gradient(#ccf, #fcc)",
    ],
    prose(4),
  )}`,
  "SVG: shapes, paths, strokes, markers, text on a path": `<!doctype html><svg width="600" height="420" viewBox="0 0 300 210">
      <defs><marker id="arrow" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4" markerHeight="4" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z"/></marker><path id="curve" d="M20 120 C 80 20 160 220 280 90"/></defs>
      <rect x="10" y="10" width="60" height="30" rx="8" fill="#fc8" stroke="red" stroke-width="3" stroke-dasharray="6 3"/><circle cx="110" cy="25" r="18" fill="none" stroke="blue" stroke-width="5"/><ellipse cx="170" cy="25" rx="30" ry="12" fill="green" fill-opacity=".4"/>
      <polygon points="210,40 230,5 250,40" fill="gold" stroke="black" stroke-linejoin="round" stroke-width="4"/><polyline points="260,40 270,10 280,40 290,10" fill="none" stroke="purple" stroke-linecap="round" stroke-width="3"/>
      <path d="M10 60 h50 a20 20 0 0 1 20 20 q20 -30 40 0 t40 0 s20 40 40 0 z M120 62 h30 v10 h-30 z" fill-rule="evenodd" fill="#8cf" stroke="navy"/><path d="M20 100 L 120 100" stroke="black" stroke-width="2" marker-start="url(#arrow)" marker-end="url(#arrow)"/>
      <use href="#curve" fill="none" stroke="#ccc"/><text font-size="9"><textPath href="#curve">${prose(14)}</textPath></text>
      <text x="10" y="160" font-size="14" font-family="serif" textLength="200" lengthAdjust="spacingAndGlyphs">Stretched <tspan fill="red" dy="5">span</tspan> text</text><text x="10 22 34 50" y="185" rotate="0 15 30 45" font-size="16">TURN</text><text x="290" y="200" text-anchor="end" stroke="red" fill="none" font-size="24">Outline</text>
      <foreignObject x="200" y="150" width="90" height="40"><p xmlns="http://www.w3.org/1999/xhtml" style="margin: 0; font-size: 8px">HTML <b>inside</b></p></foreignObject></svg>`,
  "SVG: gradients, patterns, masks, clips, filters, symbols": `<!doctype html><svg width="600" height="400" viewBox="0 0 300 200">
      <defs><linearGradient id="a" x1="0" y1="0" x2="1" y2="1"><stop stop-color="red"/><stop offset=".5" stop-color="gold" stop-opacity=".5"/><stop offset="1" stop-color="blue"/></linearGradient>
      <radialGradient id="b" cx=".3" cy=".3" r=".4" spreadMethod="reflect"><stop stop-color="#fff"/><stop offset="1" stop-color="#060"/></radialGradient>
      <pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="5" height="10" fill="#c33"/><circle cx="7" cy="5" r="2"/></pattern>
      <mask id="m"><rect width="300" height="200" fill="white"/><text x="20" y="120" font-size="40">MASK</text></mask><clipPath id="c"><circle cx="240" cy="50" r="35"/></clipPath>
      <filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="4" dy="4" result="s"/><feMerge><feMergeNode in="s"/><feMergeNode in="SourceGraphic"/></feMerge></filter>
      <filter id="t"><feTurbulence baseFrequency=".05" numOctaves="2" seed="3"/><feColorMatrix type="matrix" values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1"/></filter>
      <symbol id="s" viewBox="0 0 10 10"><path d="M5 0 10 10 0 10z" fill="currentColor"/></symbol></defs>
      <rect x="5" y="5" width="80" height="60" fill="url(#a)"/><rect x="95" y="5" width="80" height="60" fill="url(#b)" stroke="url(#a)" stroke-width="5"/><rect x="190" y="5" width="100" height="80" fill="url(#p)" clip-path="url(#c)"/>
      <rect x="5" y="80" width="150" height="60" fill="url(#p)" mask="url(#m)"/><g filter="url(#f)"><rect x="170" y="100" width="40" height="30" fill="orange"/></g><rect x="230" y="100" width="60" height="40" filter="url(#t)"/>
      ${repeat(5, (index) => `<use href="#s" x="${10 + index * 50}" y="150" width="${20 + index * 5}" height="40" color="hsl(${index * 70} 70% 50%)"/>`)}
      <g opacity=".5"><circle cx="40" cy="180" r="15" fill="red"/><circle cx="55" cy="180" r="15" fill="blue"/></g><g style="mix-blend-mode: multiply"><rect x="100" y="170" width="150" height="25" fill="yellow"/></g>
      <image x="260" y="160" width="30" height="30" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'%3E%3Cpath d='M0 0h1v1h1v1H0z'/%3E%3C/svg%3E"/></svg>`,
  "SVG: styled by the document, animated, nested, with a switch": `<!doctype html><style>circle { fill: red; transition: fill 1s } .in circle { fill: blue; r: 20px } svg { border: 1px solid }</style>
      <svg width="200" height="100"><circle cx="50" cy="50" r="10"><animate attributeName="r" from="10" to="40" dur="10s" begin="9999s"/></circle><rect width="20" height="20"><animateTransform attributeName="transform" type="rotate" from="0" to="90" dur="8s" begin="9999s"/><set attributeName="fill" to="green" begin="0s"/></rect></svg>
      <svg class="in" width="200" height="100"><svg x="50" viewBox="0 0 100 100" preserveAspectRatio="xMaxYMid slice"><circle cx="50" cy="50" r="40"/></svg><switch><text systemLanguage="xx" y="20">no</text><text y="20">yes</text></switch><title>title</title><desc>desc</desc></svg>`,
});
