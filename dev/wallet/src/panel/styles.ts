/** Styles of everything the wallet shows, scoped to its shadow roots. Colours follow the product's roles. */
export const STYLES = `
:host { all: initial } :host([hidden]) { display: none }
* { box-sizing: border-box }
dialog, .launcher { font: 14px/1.45 'Inter Variable', Inter, system-ui, sans-serif; color: #f3f2f7; font-variant-numeric: tabular-nums }
dialog { position: fixed; inset: 16px 16px auto auto; margin: 0; width: min(380px, calc(100vw - 32px)); max-width: none; max-height: calc(100dvh - 32px);
  padding: 0; overflow: hidden; border: 1px solid rgba(255,255,255,.1); border-radius: 14px; background: #1b1b23; pointer-events: auto }
dialog[open] { display: flex; flex-direction: column }
dialog::backdrop { background: rgba(6,6,10,.55) }
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: enter 180ms cubic-bezier(.2,.8,.2,1) }
  @keyframes enter { from { opacity: 0; transform: translateY(-8px) } }
}
header { display: flex; align-items: center; gap: 8px; padding: 12px 16px; border-bottom: 1px solid rgba(255,255,255,.08); color: #a9a7b8; font-size: 12px }
header svg { width: 18px; height: 18px } header .origin { margin-left: auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
main { padding: 16px; overflow: auto; display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
h2 { margin: 0; font-size: 20px; line-height: 1.25; font-weight: 600 } h3 { margin: 0 0 8px; font-size: 12px; font-weight: 500; color: #a9a7b8 }
p { margin: 0; color: #a9a7b8 } h2 + p { margin-top: -12px }
code, .mono { font-family: ui-monospace, 'JetBrains Mono', Menlo, monospace; font-size: 12px; overflow-wrap: anywhere }
.card { background: #131319; border: 1px solid rgba(255,255,255,.08); border-radius: 10px; padding: 12px }
dl { margin: 0; display: grid; gap: 8px } dl > div { display: flex; justify-content: space-between; gap: 16px }
dt { color: #a9a7b8; flex: none } dd { margin: 0; text-align: right; min-width: 0; overflow-wrap: anywhere }
ol { margin: 0; padding: 0; list-style: none; display: grid; gap: 8px } ol > li { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px } ol small { color: #8f8da0; font-size: 12px; overflow-wrap: anywhere }
.gain { color: #8cd867 } .loss { color: #ff8a80 } .total { font-size: 16px; font-weight: 600 }
.warning { color: #ffc46b; background: rgba(255,180,60,.09); border: 1px solid rgba(255,180,60,.28); border-radius: 10px; padding: 12px; overflow-wrap: anywhere }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 240px; overflow: auto }
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 12px 16px 16px; border-top: 1px solid rgba(255,255,255,.08) }
footer.single { grid-template-columns: 1fr }
button { font: inherit; color: inherit; cursor: pointer; border-radius: 6px; border: 1px solid rgba(255,255,255,.12); background: #26262f; padding: 9px 12px; transition: background 120ms }
button:hover { background: #30303b } button:focus-visible, input:focus-visible + .account { outline: 2px solid #9d80ff; outline-offset: 2px }
button.primary { background: #9d80ff; border-color: #9d80ff; color: #14101f; font-weight: 600 } button.primary:hover { background: #b19aff }
button:disabled { opacity: .5; cursor: default }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 8px; min-width: 0 } legend { padding: 0 0 8px; font-size: 12px; color: #a9a7b8 }
label { display: block; position: relative } label input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer }
.account { display: flex; align-items: center; gap: 12px; padding: 10px 12px; border-radius: 10px; background: #131319; border: 1px solid rgba(255,255,255,.08) }
label:hover .account { border-color: rgba(255,255,255,.2) } input:checked + .account { border-color: #9d80ff; background: #1d1930 }
.account > span:nth-child(2) { display: grid; min-width: 0 } .account small { color: #8f8da0 } .account .balance { margin-left: auto; text-align: right; white-space: nowrap }
.avatar { width: 28px; height: 28px; border-radius: 50%; display: grid; place-items: center; flex: none; font-size: 12px; font-weight: 600; color: #fff; text-shadow: 0 1px 2px rgba(0,0,0,.4) }
.launcher { position: fixed; left: 14px; bottom: 3px; z-index: 2147483000; padding: 3px; border-radius: 50%; background: #1b1b23; line-height: 0; opacity: .55 }
.launcher:hover, .launcher:focus-visible { opacity: 1 } .launcher .avatar { width: 22px; height: 22px; font-size: 11px; line-height: 1 }
@media (max-width: 767px) {
  .launcher { left: -14px; bottom: calc(76px + var(--docked-height, 0px)) } .launcher:hover, .launcher:focus-visible { left: 0 }
}
@media (max-height: 499px) and (min-width: 768px) { .launcher { bottom: calc(3px + var(--docked-height, 0px)) } }
@media (max-width: 640px) { dialog { inset: auto 8px 8px 8px; width: auto } }
`
