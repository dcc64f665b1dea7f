import { documents } from "./documents.ts";

const settings = { javascript: true };

export const scripts = documents({
  "scripts: elements they make, styles they set": {
    settings,
    html: `<!doctype html><title>Before</title><table></table><noscript>not shown</noscript><script>
      for (let row = 0; row < 60; row += 1) { const cells = document.querySelector("table").insertRow(); for (let cell = 0; cell < 4; cell += 1) cells.insertCell().textContent = row * cell; }
      document.title = "After"; document.head.append(Object.assign(document.createElement("style"), { textContent: "@page { size: A5 } td { border: 1px solid; width: 60px }" })); document.write("<p>written"); document.body.style.background = "#eef";
    </script><p id="last">last<script type="module">document.querySelector("#last").textContent += " by a module";</script>`,
  },
  "scripts: pictures drawn on a canvas and in SVG": {
    settings,
    html: `<!doctype html><canvas width="300" height="150"></canvas><svg width="300" height="150"></svg><img width="100"><script>
      const canvas = document.querySelector("canvas"), context = canvas.getContext("2d"); context.fillStyle = "orange"; context.fillRect(10, 10, 120, 80); context.font = "30px serif"; context.fillStyle = "navy"; context.fillText("Canvas", 40, 70); context.arc(220, 70, 40, 0, 5); context.stroke();
      for (let bar = 0; bar < 10; bar += 1) { const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect"); for (const [name, value] of Object.entries({ x: bar * 30, y: 150 - bar * 14, width: 24, height: bar * 14, fill: "hsl(" + bar * 36 + " 70% 50%)" })) rect.setAttribute(name, value); document.querySelector("svg").append(rect); }
      document.querySelector("img").src = canvas.toDataURL();
    </script>`,
  },
  "scripts: what comes later, waited for by platenReady": {
    settings,
    html: `<!doctype html><p>now</p><script>window.platenReady = new Promise((done) => setTimeout(() => { document.body.insertAdjacentHTML("beforeend", "<p>later</p>"); done(); }, 50));</script>`,
  },
  "scripts: variables and elements that another document has": {
    settings,
    html: `<!doctype html><p></p><script>document.querySelector("p").textContent = [typeof window.platenReady, typeof window.canvas, document.querySelectorAll("*").length, document.title, document.referrer, location.href].join("|");</script>`,
  },
});
