import { verbatim } from "../document/html.js";

/** The page's only style. The page's policy contains its hash, so no other style applies. */
export const STYLE = verbatim`
:root{color-scheme:light dark;--back:#fff;--raised:#f6f7f9;--text:#1b1f24;--quiet:#57606a;--line:#d5dae0;--link:#0a58ca;--good:#14683b;--good-back:#e5f5eb;--caution:#7a4b00;--caution-back:#fff4d6;--danger:#a5161d;--danger-back:#ffe9e8;--note:#3a4654;--note-back:#eceff3;--curve:#3557c9}
@media(prefers-color-scheme:dark){:root{--back:#12161b;--raised:#1a2027;--text:#e7ebef;--quiet:#a3aeb9;--line:#36404b;--link:#7fb2ff;--good:#7fd6a2;--good-back:#12301f;--caution:#f0c265;--caution-back:#352806;--danger:#ff9c96;--danger-back:#431a1a;--note:#c0cad4;--note-back:#252d36;--curve:#8ea6ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:break-word}
header,main,footer{max-width:1440px;margin:0 auto;padding:0 24px}
header{padding-top:28px}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 4px}
h2{font-size:1.35rem;margin:48px 0 12px;padding-top:12px;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:28px 0 8px}
h4{font-size:1rem;margin:14px 0 8px}
.scheme>h4{margin-top:0}
h5{font-size:.95rem;margin:12px 0 4px}
p{margin:0 0 12px;max-width:80ch}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code{font:.86em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.hex{overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:8px;top:-60px;background:var(--back);padding:8px 12px}
.skip:focus{top:8px}
.said{white-space:pre-wrap;overflow-wrap:anywhere}
.quiet,.when{color:var(--quiet)}
.not-read{color:var(--caution)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;list-style:none;margin:20px 0 0;padding:10px 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:16px;margin-top:20px;align-items:start}
.card{border:1px solid var(--line);border-top:5px solid var(--note);border-radius:10px;padding:14px 18px;background:var(--raised);min-width:0}
.card h3{margin:0;font-size:.95rem;font-weight:600;color:var(--quiet)}
.card .answer{font-size:1.4rem;line-height:1.25;font-weight:650;margin:2px 0 8px}
.card p:last-child{margin-bottom:0}
.card.good{border-top-color:var(--good)}.card.caution{border-top-color:var(--caution)}.card.danger{border-top-color:var(--danger)}
.card.good .answer{color:var(--good)}.card.caution .answer{color:var(--caution)}.card.danger .answer{color:var(--danger)}
.badge{display:inline-block;padding:1px 8px;border-radius:20px;font-size:.82rem;font-weight:600;background:var(--note-back);color:var(--note)}
.badge.good{background:var(--good-back);color:var(--good)}.badge.caution{background:var(--caution-back);color:var(--caution)}.badge.danger{background:var(--danger-back);color:var(--danger)}
ul.remarks,ul.plain,ul.lines{margin:0 0 12px;padding-left:0;list-style:none}
ul.lines ul.lines{padding-left:18px;margin:0}
.remark{border-left:4px solid var(--note);background:var(--note-back);padding:6px 10px;margin:0 0 6px;border-radius:0 6px 6px 0;overflow-wrap:anywhere}
.remark ul{margin:4px 0 0}
.remark.caution{border-color:var(--caution);background:var(--caution-back)}
.remark.danger{border-color:var(--danger);background:var(--danger-back)}
.remark.good{border-color:var(--good);background:var(--good-back)}
.remark .remark{background:none}
.scroll{position:relative;overflow-x:auto;margin:0 0 16px;background:linear-gradient(90deg,var(--back) 30%,transparent),linear-gradient(270deg,var(--back) 30%,transparent) 100% 0,linear-gradient(90deg,var(--line),transparent),linear-gradient(270deg,var(--line),transparent) 100% 0;background-repeat:no-repeat;background-size:40px 100%,40px 100%,14px 100%,14px 100%;background-attachment:local,local,scroll,scroll}
.scroll.wide>.picture{width:100%;min-width:960px;max-width:1250px;height:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem}
caption{text-align:left;color:var(--quiet);padding:6px 0}
table.small{width:auto;margin-left:18px}
table.small td{border:0;padding:0 14px 0 0}
th,td{text-align:left;vertical-align:top;padding:7px 14px 7px 0;border-bottom:1px solid var(--line)}
thead th{color:var(--quiet);font-weight:600}
tbody th{font-weight:500}
input[type=search]{font:inherit;padding:7px 10px;border:1px solid var(--quiet);border-radius:6px;background:var(--back);color:inherit;min-width:min(100%,320px)}
.search{display:none;flex-wrap:wrap;gap:6px 14px;align-items:center}
.js .search{display:flex}
.search [role=status]{color:var(--quiet)}
button{font:inherit;padding:7px 14px;border:1px solid var(--quiet);border-radius:6px;background:var(--raised);color:inherit;cursor:pointer}
.js .later{display:none}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 18px;margin:0}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
dd ul.plain{margin:0}
dt::first-letter,thead th::first-letter{text-transform:uppercase}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th.number:first-child{width:1%}
dl.rules{font-size:.9rem;margin:6px 0;padding-left:12px;border-left:2px solid var(--line)}
.scheme{border:1px solid var(--line);border-radius:10px;padding:14px 18px;margin:0 0 14px;background:var(--raised)}
.scheme.account{border-color:var(--danger)}.scheme.unknown{border-color:var(--caution)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,520px),1fr));gap:0 14px}
.proposal{border:1px solid var(--line);border-radius:8px;margin:0 0 8px;padding:0 14px;background:var(--raised)}
.lines summary{cursor:pointer;color:var(--quiet)}
.proposal>summary{display:flex;flex-wrap:wrap;gap:2px 12px;align-items:baseline;padding:9px 0;cursor:pointer}
.proposal>summary::before{content:"▸";color:var(--quiet)}
.proposal[open]>summary::before{content:"▾"}
.proposal .requests{flex:1 1 300px;min-width:0;overflow-wrap:anywhere}
.proposal .when{font-size:.86rem}
blockquote{margin:0 0 12px;padding-left:12px;border-left:3px solid var(--line);max-height:16em;overflow:auto}
figure{margin:0 0 20px}
figcaption{color:var(--quiet)}
figure>.picture{max-width:100%;height:auto}
.picture{display:block;font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.picture text{fill:var(--text)}
.picture .head,.picture .tick{fill:var(--quiet)}
.picture .head{font-weight:600}
.picture .name{font-weight:650}
.picture .hex{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--quiet)}
.picture .end{text-anchor:end}.picture .middle{text-anchor:middle}
.box{fill:var(--raised);stroke:var(--quiet);stroke-width:1.4}
.box.danger{fill:var(--danger-back);stroke:var(--danger);stroke-width:2.4}
.box.caution{fill:var(--caution-back);stroke:var(--caution);stroke-width:2}
.box.note{fill:var(--note-back);stroke-dasharray:4 3}
.edge{fill:none;stroke:var(--quiet);stroke-width:1.4}
.edge.danger{stroke:var(--danger);stroke-width:2.4}
line.grid{stroke:var(--line)}
.needed{stroke:var(--caution);stroke-dasharray:6 4;stroke-width:1.6}
.picture .needed-text{fill:var(--caution)}
.curve{fill:none;stroke:var(--curve);stroke-width:2.4}
.dot{fill:var(--curve)}
footer{color:var(--quiet);font-size:.9rem;padding-bottom:40px}
@media(max-width:700px){header,main,footer{padding-left:14px;padding-right:14px}body{font-size:15px}.scheme,.proposal{padding-left:12px;padding-right:12px}dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:8px}h1{font-size:1.5rem}.scroll table:has(thead){min-width:680px}.scroll:has(thead)::before,.scroll:has(>.picture)::before{content:"scrolls sideways →";display:inline-block;position:sticky;left:0;color:var(--quiet);font-size:.86rem}}
@page{size:A4;margin:12mm 11mm 14mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif}}
@media print{:root{color-scheme:light;font-size:11px}body{font-size:8pt;line-height:1.35}header,main,footer{padding:0}nav,.skip,.js .search{display:none}.scroll{overflow:visible;background:none;margin-bottom:8px}.scroll table,.scroll.wide>.picture{min-width:0}h1{font-size:1.6rem}h2{margin:14px 0 6px;padding-top:6px}h3{margin:10px 0 4px}h4,h5{margin:6px 0 3px}p{margin-bottom:6px}th,td{padding:2px 8px 2px 0}td .hex,th .hex{font-size:.8em}.cards{grid-template-columns:repeat(5,1fr);gap:6px;margin-top:10px}.card{padding:6px 8px}.card .answer{font-size:1.15rem}.grid{display:block;columns:2;column-gap:10px}.scheme{padding:6px 8px;margin-bottom:8px}dl{gap:2px 10px}.remark{padding:3px 8px;margin-bottom:3px}.card,.scheme,tr,figure,summary,.remark{break-inside:avoid}h2,h3,h4,h5,caption,thead,summary,h2+p,h3+p{break-after:avoid}p,li{orphans:3;widows:3}.picture{max-width:100%;height:auto}figure{margin-bottom:8px}figure>.picture{max-width:110mm}a{color:inherit;text-decoration:none}blockquote{max-height:none}}
`;
