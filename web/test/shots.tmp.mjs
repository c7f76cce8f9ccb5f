import { chromium } from "playwright-core"; import { serve } from "./server.mjs"; import { root } from "./bundle.mjs";
const host = await serve(root + "/target/site");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const shot = async (name, address, opts, act) => { const c = await browser.newContext(opts); const p = await c.newPage(); p.on("pageerror", e => console.log(name, "ERR", e.message)); p.on("console", m => m.type()=="error" && console.log(name, m.text()));
 await p.goto(host.address + address); await p.waitForTimeout(2500); if (act) await act(p).catch(e=>console.log(name, String(e).slice(0,400))); await p.screenshot({ path: `/tmp/wp-${name}.png` }); console.log(name, await p.evaluate(()=>[document.documentElement.scrollWidth, document.querySelector("#bid-button")?.getBoundingClientRect().bottom, document.querySelector(".bid-result")?.getBoundingClientRect().bottom])); await c.close(); };
const D = { viewport: { width: 1280, height: 900 } }, P = { viewport: { width: 360, height: 740 } };
const want = process.argv.slice(2);
const all = {
 desk: ["#/play", D], phone: ["#/play", P], phone8: ["#/play/8x8/k7/8/8/K7/7N/8/8/8", { ...P, colorScheme: "dark" }],
 won: ["#/play", D, async p => { await p.fill("#bid", "1/4"); await p.click("#bid-button"); await p.waitForTimeout(2500); }],
 lost: ["#/play", {...D, colorScheme:"dark"}, async p => { await p.click("#bid-button"); await p.waitForTimeout(4000); }],
 hints: ["#/play", P, async p => { await p.getByRole("button",{name:"show hints"}).click(); await p.waitForTimeout(300); }],
 chips: ["#/play/chips?chips=200", {...D,colorScheme:'dark'}, async p => { await p.fill("#bid", "0"); await p.click("#bid-button"); await p.waitForTimeout(2500); }],
 graph: ["#/play/game?file=certs/games/walk.cert&at=a", {...P,colorScheme:'dark'}, async p => { await p.fill("#bid", "1/4"); await p.click("#bid-button"); await p.waitForTimeout(2500); }],
 hex: ["#/play/hex?size=5", D, async p => { await p.getByRole("button",{name:"heads"}).click(); await p.waitForTimeout(2500); }],
 hexp: ["#/play/hex?size=3", {...P,colorScheme:"dark"}],
 replay: ["#/play/3x4/k2/3/3/K1N?side=black&level=easy&log=7/128,1/16,bKa3;1/4,0,wNa2;0,1/2,bKxa2", D, async p=>{await p.getByRole("button",{name:"last"}).click(); await p.waitForTimeout(300)}],
 end: ["#/play/2x2/1k/K1?side=black&white=1/4", P, async p => { await p.fill("#bid","3/4"); await p.click("#bid-button"); await p.waitForTimeout(2500); await p.locator(".as-list summary").click(); await p.getByRole("button",{name:"Kxa1"}).click(); await p.waitForTimeout(800);} ],
 promo: ["#/play/8x8/8/3P4/3k4/8/8/8/8/4K3?side=white&white=15/16", P, async p => { await p.fill("#bid","15/16"); await p.click("#bid-button"); await p.waitForTimeout(2500); await p.locator('[data-square="d7"]').click(); await p.locator('[data-square="d8"]').click(); await p.waitForTimeout(500);} ],
 fly: ["#/play", D, async p => { await p.fill("#bid", "1/4"); await p.click("#bid-button"); await p.waitForTimeout(950); }],
 star: ["#/play/chips?chips=9&side=white&hold=4*", P, async p => { for (const b of [0,1,2,3,4]) { await p.evaluate(()=>localStorage.clear()); await p.reload(); await p.waitForSelector("#bid"); await p.fill("#bid",""+b); await p.click("#bid-button"); await p.waitForTimeout(2500); if (await p.locator(".choices[aria-label='The star']").count()) break; } }],
 setup: ["#/play", P, async p => { await p.getByRole("button",{name:"another game"}).first().click(); await p.waitForTimeout(300); }],
};
for (const [n, a] of Object.entries(all)) if (!want.length || want.includes(n)) await shot(n, ...a);
await browser.close(); await host.close();
