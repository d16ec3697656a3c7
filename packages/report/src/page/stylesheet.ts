import { Html } from './html.ts'

/** How reports look: light or dark as the reader's screen is, narrow or wide, and on paper. */
export const stylesheet = `
:root{color-scheme:light dark;--paper:#f6f7f9;--card:#ffffff;--ink:#1b1f24;--quiet:#57606a;--line:#d8dee4;--grid:#e6eaef;--accent:#0b62c4;--reference:#b42318;--warm:#fff7e6;--good:#15703a;--bad:#b42318;
--shade:rgba(27,31,36,.16);--series-1:#0b62c4;--series-2:#b45309;--series-3:#15803d;--series-4:#7c3aed;--series-5:#be185d;--series-6:#0f766e}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--card:#161b22;--ink:#e6edf3;--quiet:#9da7b3;--line:#30363d;--grid:#2a313a;--accent:#6cb2ff;--reference:#ff8f85;--warm:#2b2410;--good:#5bd08a;--bad:#ff8f85;
--shade:rgba(0,0,0,.6);--series-1:#6cb2ff;--series-2:#f5a55a;--series-3:#5bd08a;--series-4:#b79bff;--series-5:#ff8cc0;--series-6:#4fd1c5}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:78rem;margin:0 auto;padding:0 clamp(12px,3vw,32px)}
header{padding-top:clamp(20px,4vw,48px)}
.kind{margin:0;color:var(--quiet);font-size:.8rem;font-weight:600;letter-spacing:.08em;text-transform:uppercase}
h1{margin:.1em 0 .3em;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.3rem);line-height:1.2;letter-spacing:-.01em}
h2{margin:0 0 .5rem;font-size:1.3rem;line-height:1.3}
h3{margin:1.6rem 0 .5rem;font-size:1.05rem}
p{margin:.5rem 0}
.lead{max-width:50rem;color:var(--quiet)}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9rem),1fr));gap:12px;margin:1.2rem 0;padding:0;list-style:none}
.tiles li{display:flex;flex-direction:column;padding:12px 16px;background:var(--card);border:1px solid var(--line);border-radius:10px}
.tile-name{color:var(--quiet);font-size:.85rem}
.tile-value{font-size:1.55rem;font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
.tile-remark{color:var(--quiet);font-size:.82rem}
nav ul{display:flex;flex-wrap:wrap;gap:6px 8px;margin:1rem 0 0;padding:0;list-style:none;font-size:.9rem}
nav a{display:inline-block;padding:4px 12px;border:1px solid var(--line);border-radius:999px;background:var(--card);text-decoration:none}
section{margin:20px 0;padding:clamp(14px,2.4vw,28px);background:var(--card);border:1px solid var(--line);border-radius:12px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,29rem),1fr));gap:28px 40px;margin-top:1rem}
.figures,.figures+*{margin-top:1.2rem}
figure{min-width:0;margin:0}section>figure{margin-top:1.2rem}
figcaption{margin-bottom:.5rem;font-weight:600}
.chart{display:block;width:100%;max-width:640px;height:auto;overflow:visible}
.chart text{white-space:pre}
.narrow{display:none}
.drawing img{display:block;width:100%;max-width:960px;height:auto;border-radius:8px}@media screen and (max-width:720px){.drawing img{max-width:440px}}
.note,.notes{color:var(--quiet);font-size:.88rem}
.notes{margin:1rem 0 0;padding:10px 14px 10px 30px;background:var(--warm);border-radius:8px}
.notes li+li{margin-top:.3rem}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0 0 .5rem;padding:0;list-style:none;font-size:.86rem}
.legend svg{margin-right:7px;vertical-align:-1px}
.line path{fill:none;stroke-width:2.5}
.look-1 path{stroke:var(--series-1)}.look-2 path{stroke:var(--series-2);stroke-dasharray:7 3}.look-3 path{stroke:var(--series-3);stroke-dasharray:2 3}
.look-4 path{stroke:var(--series-4);stroke-dasharray:9 3 2 3}.look-5 path{stroke:var(--series-5);stroke-dasharray:4 2}.look-6 path{stroke:var(--series-6);stroke-dasharray:1 2}
.area path{stroke:none}
.area.look-1 path{fill:var(--series-1)}.area.look-2 path{fill:var(--series-2)}.area.look-3 path{fill:var(--series-3)}
.area.look-4 path{fill:var(--series-4)}.area.look-5 path{fill:var(--series-5)}.area.look-6 path{fill:var(--series-6)}.area.look-quiet path{fill:var(--quiet)}
details{margin-top:.4rem;font-size:.88rem}
summary{display:inline-block;padding:2px 0;color:var(--accent);cursor:pointer}
summary::before{content:"\\25b8\\00a0"}
details[open]>summary::before{content:"\\25be\\00a0"}
summary::-webkit-details-marker{display:none}
.scroll{margin:.5rem 0;overflow:auto;background:linear-gradient(90deg,var(--card) 30%,transparent) left/36px 100%,linear-gradient(90deg,transparent,var(--card) 70%) right/36px 100%,linear-gradient(90deg,var(--shade),transparent) left/10px 100%,linear-gradient(90deg,transparent,var(--shade)) right/10px 100%;background-repeat:no-repeat;background-attachment:local,local,scroll,scroll}
.long{max-height:26rem;background:linear-gradient(var(--card) 30%,transparent) top/100% 36px,linear-gradient(transparent,var(--card) 70%) bottom/100% 36px,linear-gradient(var(--shade),transparent) top/100% 10px,linear-gradient(transparent,var(--shade)) bottom/100% 10px;background-repeat:no-repeat;background-attachment:local,local,scroll,scroll}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:5px 18px 5px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:normal}
td{max-width:26rem}td:not(.number){min-width:5.5rem}td bdi{overflow-wrap:break-word}
th{color:var(--quiet);font-weight:600;white-space:nowrap}
th.number,td.number{text-align:right;white-space:nowrap}
tbody tr:last-child td{border-bottom:0}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:10px 24px;margin:1rem 0}
.facts dt{color:var(--quiet);font-size:.85rem}
.facts dd{margin:0;font-variant-numeric:tabular-nums}
.orders{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:8px 40px}
.orders h4{margin:.8rem 0 .2rem;font-size:.92rem}
.good{color:var(--good)}.bad{color:var(--bad)}.quiet{color:var(--quiet)}
footer{padding-top:4px;padding-bottom:32px;color:var(--quiet);font-size:.85rem}
@media (max-width:560px){.wide{display:none}.narrow{display:block}.chart{max-width:none}td,th{padding-right:12px}td:last-child:not(.number){min-width:8rem}table{font-size:.85rem}}
@media print{:root{--paper:#ffffff;--card:#ffffff;--ink:#000000;--quiet:#444444;--line:#bbbbbb;--grid:#dddddd;--warm:#ffffff;--accent:#0b62c4;--reference:#b42318;--series-1:#0b62c4;--series-2:#b45309;--series-3:#15803d;--series-4:#7c3aed;--series-5:#be185d;--series-6:#0f766e}
body{font-size:10.5pt}header,main,footer{max-width:none;padding:0}nav,details,footer{display:none}section{margin:0;padding:10pt 0;border:0;border-radius:0}
figure,.tiles li,tr,.facts div,.drawing,.lead,.notes li,.scroll:not(.long){break-inside:avoid}h2,h3,h4,.lead,.legend,figcaption{break-after:avoid}.scroll{max-height:none;overflow:visible;background:none}table{font-size:.82em}.orders{grid-template-columns:1fr 1fr;gap:0 20px}.tiles li{padding:6pt 9pt}
.figures{display:block;columns:2;column-gap:24px}.figures figure{margin:0 0 14pt}.figures:has(>:only-child){columns:auto}
.wide,.figures:has(>:only-child) .wide{display:block}.narrow,.figures:has(>:only-child) .narrow{display:none}.figures .wide{display:none}.figures .narrow{display:block}
.chart{max-width:520px}td,th{padding-right:12px}@page{margin:14mm}}
`

/** What the policy of a page names the stylesheet by. A test computes it anew. */
export const stylesheetHash = 'sha256-kWChjVBTnLfOl3xv/sy/3l65Sc/+uN0+9WJSgqiHcCU='

/** It holds no markup. */
export const stylesheetHtml: Html = new Html(stylesheet)
