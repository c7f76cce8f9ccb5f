// A plain static server, as any host has one: it gives files, and knows nothing.
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve as whole } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png" };

const packed = new Map();
/** A file as hosts pack it. */
const pack = (file) => packed.get(file) ?? (packed.set(file, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })), packed.get(file));

/** One line for all: an answer begins after `wait` milliseconds, and all of them share so many bytes in a second. */
const narrow = ({ bytes, wait }) => {
  let free = 0;
  return async (answer, content) => {
    await new Promise((done) => setTimeout(done, wait));
    for (let at = 0; at < content.length; at += 2048) {
      const now = performance.now();
      free = Math.max(now, free) + (Math.min(2048, content.length - at) / bytes) * 1000;
      if (free - now > 4) await new Promise((done) => setTimeout(done, free - now));
      answer.write(content.subarray(at, at + 2048));
    }
    answer.end();
  };
};

/** Serves a folder; gives the address, and what ends it. `line` makes the line narrow, and packs what goes over it. */
export const serve = (folder, port = 0, line = undefined) =>
  new Promise((resolve) => {
    folder = whole(folder);
    if (!existsSync(join(folder, "index.html"))) throw new Error(`${folder}: found no index.html, required a site; write one with: node web/build.mjs ${folder}`);
    const send = line && narrow(line);
    /** How often each file was asked for. */
    const asked = new Map();
    const server = createServer((request, answer) => {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
      let file = join(folder, path);
      asked.set(path, (asked.get(path) ?? 0) + 1);
      if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
      if (!file.startsWith(folder) || !existsSync(file)) return answer.writeHead(404).end("not found");
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      if (line) {
        answer.writeHead(200, { "content-type": type, "content-encoding": "br", "cache-control": "max-age=600" });
        return void send(answer, pack(file));
      }
      answer.writeHead(200, { "content-type": type, "content-length": statSync(file).size });
      createReadStream(file).pipe(answer);
    });
    server.listen(port, "127.0.0.1", () => resolve({ address: `http://localhost:${server.address().port}/`, asked, close: () => new Promise((done) => server.close(done)) }));
  });
