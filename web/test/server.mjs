// A plain static server, as any host has one: it gives files, and knows nothing.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve as whole } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png" };

/** Serves a folder; gives the address, and what ends it. */
export const serve = (folder, port = 0) =>
  new Promise((resolve) => {
    folder = whole(folder);
    if (!existsSync(join(folder, "index.html"))) throw new Error(`${folder}: found no index.html, required a site; write one with: node web/build.mjs ${folder}`);
    const server = createServer((request, answer) => {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
      let file = join(folder, path);
      if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
      if (!file.startsWith(folder) || !existsSync(file)) return answer.writeHead(404).end("not found");
      answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": statSync(file).size });
      createReadStream(file).pipe(answer);
    });
    server.listen(port, "127.0.0.1", () => resolve({ address: `http://localhost:${server.address().port}/`, close: () => new Promise((done) => server.close(done)) }));
  });
