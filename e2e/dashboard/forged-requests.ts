/** What the attacker knows about an installation and its user. */
export type Aim = {
  /** The URL of the dashboard's API. */
  api: string;
  /** The URL of the attacker's site. */
  site: string;
  projectId: string;
};

export type ForgedRequest = {
  name: string;
  /** Runs in a page of the other site with `aim`, and returns what the page can see, or "nothing". */
  script: string;
  /** Whether the request tries to change something, so that the gateway must refuse it. */
  isWrite: boolean;
  /** Whether the page navigates away. */
  leaves?: boolean;
};

const forged = JSON.stringify({ name: "Forged" });

/** Submits a form into a frame, or into the page itself. */
function form(enctype: string, path: string, fields: Record<string, string>, place: "frame" | "window" = "frame") {
  return `
    const frame = Object.assign(document.createElement("iframe"), { name: "forged" });
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", enctype: "${enctype}", action: ${path}, target: "${place === "frame" ? "forged" : "_self"}" });
    for (const [name, value] of ${JSON.stringify(Object.entries(fields))}) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    const loaded = new Promise((resolve) => { frame.onload = resolve; });
    form.submit();
    if ("${place}" === "frame") await loaded;
    return frame.contentDocument?.body.innerText || "nothing";`;
}

/** A request by script. */
function request(path: string, init: RequestInit): string {
  return `
    const answer = await fetch(${path}, ${JSON.stringify(init)});
    return (await answer.text()) || "nothing";`;
}

/** An element that loads something. */
function element(tag: string, attribute: string, path: string): string {
  return `
    const element = Object.assign(document.createElement("${tag}"), { rel: "stylesheet" });
    const seen = new Promise((resolve) => {
      element.onload = () => resolve(element.contentDocument?.body.innerText ?? (element.matches("iframe, object") ? "nothing" : "loaded"));
      element.onerror = () => resolve("nothing");
    });
    element.${attribute} = ${path};
    document.body.append(element);
    return seen;`;
}

const projects = 'aim.api + "/projects"';
const session = 'aim.api + "/session"';
const home = 'aim.api + "/projects/" + aim.projectId';
const json = { "content-type": "application/json" };
const plain = { "content-type": "text/plain" };
const included = { mode: "cors", credentials: "include" } as const;
const unseen = { mode: "no-cors", credentials: "include" } as const;

const writes: Record<string, string> = {
  "a form": form("application/x-www-form-urlencoded", projects, { name: "Forged" }),
  "a form that is JSON": form("text/plain", projects, { '{"name":"Forged","x":"': '"}' }),
  "a form that signs in to another account": form("text/plain", session, {
    '{"email":"mallory@example.com","password":"correct horse battery","x":"': '"}',
  }),
  "a form with another method in a field": form("application/x-www-form-urlencoded", session, { _method: "DELETE" }),
  "an unseen request": request(projects, { ...unseen, method: "POST", headers: plain, body: forged }),
  "a request with JSON": request(projects, { ...included, method: "POST", headers: json, body: forged }),
  "a request that outlives its page": request(projects, { ...unseen, keepalive: true, method: "POST", body: forged }),
  "a deletion of the session": request(session, { ...included, method: "DELETE" }),
  "a request with another method in a header": request(session, {
    ...included,
    method: "POST",
    headers: { "x-http-method-override": "DELETE" },
  }),
  "a renaming": request(home, { ...included, method: "PATCH", headers: json, body: forged }),
  "an old-style request": `
    const request = new XMLHttpRequest();
    request.open("POST", aim.api + "/projects");
    request.withCredentials = true;
    request.setRequestHeader("content-type", "text/plain");
    const done = new Promise((resolve) => { request.onloadend = resolve; });
    request.send(${JSON.stringify(forged)});
    await done;
    return request.responseText || "nothing";`,
  "a beacon": `navigator.sendBeacon(aim.api + "/projects", ${JSON.stringify(forged)}); return "nothing";`,
  "the report of a broken policy": `
    const frame = Object.assign(document.createElement("iframe"), { src: aim.site + "/reports" });
    const loaded = new Promise((resolve) => { frame.onload = resolve; });
    document.body.append(frame);
    await loaded;
    return "nothing";`,
  "a request of a worker": `
    const text = 'fetch("' + aim.api + '/projects", { method: "POST", mode: "no-cors", credentials: "include", body: \\'{"name":"Forged"}\\' }).finally(() => postMessage("done"))';
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    await new Promise((resolve) => { worker.onmessage = resolve; });
    return "nothing";`,
  "a request that is sent on": request('aim.site + "/onward"', { ...unseen, method: "POST", body: forged }),
};

const looks: Record<string, string> = {
  "a look": request(projects, { ...included }),
  "a picture": element("img", "src", session),
  "a style sheet": element("link", "href", projects),
  "a frame": element("iframe", "src", projects),
  "a picture that would sign out": element("img", "src", `${session} + "?_method=DELETE"`),
  "a stream of events": `
    const stream = new EventSource(aim.api + "/projects", { withCredentials: true });
    return new Promise((resolve) => { stream.onerror = () => { stream.close(); resolve("nothing"); }; stream.onopen = () => resolve("open"); });`,
  "a socket": `
    const socket = new WebSocket(aim.api.replace("http", "ws") + "/projects");
    return new Promise((resolve) => { socket.onerror = () => resolve("nothing"); socket.onopen = () => resolve("open"); });`,
};

/** The ways in which a page can make a browser send a request to another site. `cross-site.ts` refuses all alike. */
export const forgedRequests: readonly ForgedRequest[] = [
  ...Object.entries(writes).map(([name, script]) => ({ name, script, isWrite: true })),
  ...Object.entries(looks).map(([name, script]) => ({ name, script, isWrite: false })),
  {
    // In a frame with `srcdoc`, `#` refers to the page around it.
    name: "the report of a click",
    script: `
      const link = Object.assign(document.createElement("a"), { href: "#a", ping: aim.api + "/projects" });
      document.body.append(link);
      link.click();
      return "nothing";`,
    isWrite: true,
    leaves: true,
  },
  {
    name: "a form that takes the whole window",
    script: form("text/plain", projects, { '{"name":"Forged","x":"': '"}' }, "window"),
    isWrite: true,
    leaves: true,
  },
  {
    name: "a link that takes the whole window",
    script: `location.href = aim.api + "/session?_method=DELETE"; return "nothing";`,
    isWrite: false,
    leaves: true,
  },
];
