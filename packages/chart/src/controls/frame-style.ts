// How the frame looks: one style sheet, adopted by the frame's own window, coloured by variables.
// Adopted sheets and single properties set by script are allowed under a policy of style-src
// 'self'.

import type { ChartLook } from '../look/look.ts'
import { drawCss } from './draw-style.ts'
import { troubleCss } from '../overlays/trouble-strip.ts'

export const frameCss = `
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; padding: 0; overflow: hidden; }
body {
  display: flex; flex-direction: column; background: var(--background); color: var(--text);
  font: 400 12px/16px var(--font); font-variant-numeric: tabular-nums;
  -webkit-font-smoothing: antialiased; -webkit-tap-highlight-color: transparent;
}
button {
  font: inherit; font-variant-numeric: inherit; color: inherit; background: none; border: 0;
  margin: 0; padding: 0; cursor: pointer;
}
button:focus { outline: none; }
button:focus-visible, .stage:focus-visible {
  outline: 2px solid var(--accent); outline-offset: -2px;
}
[hidden] { display: none !important; }

.toolbar {
  display: flex; align-items: center; gap: 2px; flex: none; height: 36px; padding: 0 6px;
  border-bottom: 1px solid var(--border); background: var(--toolbar-background, none);
}
.footer {
  display: flex; align-items: center; gap: 2px; flex: none; height: 28px; padding: 0 6px;
  border-top: 1px solid var(--border); color: var(--secondary);
}
.spacer { flex: 1 1 auto; min-width: 0; }
.divider { flex: none; width: 1px; height: 16px; margin: 0 4px; background: var(--border); }
.control {
  display: inline-flex; align-items: center; gap: 4px; flex: none; height: 28px; padding: 0 7px;
  border-radius: 4px; color: var(--secondary); font-weight: 500; white-space: nowrap;
  transition: background-color 120ms, color 120ms;
}
.footer .control { height: 22px; padding: 0 6px; font-weight: 400; }
.control:hover { background: var(--hover); color: var(--text); }
.control[aria-pressed="true"], .control[aria-expanded="true"], .control[aria-checked="true"] {
  color: var(--text); background: var(--selected);
}
.footer .control[aria-checked="true"] { color: var(--accent); background: none; }
.intervals { display: flex; gap: 1px; }
.group { display: flex; align-items: center; gap: 1px; }
.icon {
  flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.3;
  stroke-linecap: round; stroke-linejoin: round;
}
.icon-chevron { width: 12px; height: 12px; margin: 0 -2px 0 -1px; opacity: 0.8; }
.icon-candles { fill: currentColor; }
.clock { padding: 0 2px; }

.stage {
  position: relative; flex: 1 1 auto; min-height: 0; overflow: hidden;
  background: linear-gradient(var(--stage-top), var(--stage-bottom));
}
.canvas { position: absolute; inset: 0; direction: ltr; transition: opacity 160ms; }
.stage[data-state="loading"] .canvas { opacity: 0.35; }
.stage[data-state="empty"] .canvas { opacity: 0; }
.progress {
  position: absolute; top: 0; left: 0; right: 0; height: 2px; overflow: hidden; opacity: 0;
  pointer-events: none; z-index: 6;
}
.stage[data-busy] .progress { opacity: 1; transition: opacity 200ms 150ms; }
.progress::after {
  content: ""; position: absolute; inset: 0; width: 30%; background: var(--accent);
}
.stage[data-busy] .progress::after { animation: slide 1.1s ease-in-out infinite; }
@keyframes slide { from { transform: translateX(-100%); } to { transform: translateX(340%); } }

.legend {
  position: absolute; top: 6px; left: 10px; z-index: 4; pointer-events: none;
  text-shadow: 0 0 3px var(--background), 0 0 3px var(--background);
}
.legend-row {
  display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 8px; min-height: 18px;
}
.legend-title { font-weight: 600; font-size: 13px; color: var(--text); }
.legend-interval { color: var(--muted); font-weight: 500; }
.legend-pair { display: inline-flex; gap: 3px; white-space: nowrap; }
.legend-values { display: inline-flex; gap: 8px; white-space: nowrap; }
.legend-key { color: var(--muted); }
.legend-study { color: var(--secondary); }
.legend-marking { pointer-events: auto; }
.legend-marking:hover { color: var(--text); }
.legend-pane {
  position: absolute; left: 10px; z-index: 4; pointer-events: none; text-shadow: inherit;
}
.side-up { color: var(--up); }
.side-down { color: var(--down); }
.legend-remove {
  display: var(--pane-buttons-display, inline-flex); align-items: center; align-self: center; width: 20px; height: 18px;
  justify-content: center;
  border-radius: 3px; color: var(--muted); pointer-events: auto; opacity: 0; transition: opacity
  120ms;
}
.pane-grip {
  position: absolute; left: 0; right: 0; z-index: 2; height: 9px; cursor: ns-resize;
  touch-action: none;
}
.pane-grip::after {
  content: ''; position: absolute; left: 0; right: 0; top: 4px; height: 1px; background: transparent;
}
.pane-grip:hover::after { background: var(--muted); }
.pane-grip:focus-visible { outline: none; }
.pane-grip:focus-visible::after { top: 3px; height: 2px; background: var(--accent); }
.line-edge {
  position: absolute; z-index: 4; display: inline-flex; align-items: center; gap: 2px; height: 22px;
  padding: 0 7px 0 4px; border-radius: 11px; border: 1px solid var(--border);
  color: var(--secondary); background: var(--raised); font-size: 11px; font-weight: 500;
}
.line-edge[hidden] { display: none; }
.line-edge:hover { color: var(--text); border-color: var(--muted); }
.line-edge .icon { width: 12px; height: 12px; }
.pane-bar {
  position: absolute; display: var(--pane-buttons-display, flex); gap: 2px; z-index: 3;
  opacity: 0; background: var(--background); border-radius: 4px;
}
.stage:hover .pane-bar, .pane-bar:focus-within { opacity: 1; }
.pane-button { width: 22px; height: 20px; padding: 0; color: var(--secondary); border-radius: 3px; }
.pane-button:hover { color: var(--text); background: var(--hover); }
.pane-button .icon { width: 12px; height: 12px; }
.legend-remove .icon { width: 12px; height: 12px; }
.legend-row:hover .legend-remove,
.legend-remove:focus-visible,
.stage:hover .legend-remove {
  opacity: 0.85;
}
.legend-remove:hover { color: var(--text); background: var(--hover); opacity: 1; }

.stage[data-state="empty"] { background: var(--loading-background, var(--background)); }
.stage[data-state="empty"] .progress::after {
  background: var(--loading-foreground, var(--accent));
}
.notice {
  position: absolute; inset: 0; z-index: 5; display: flex; flex-direction: column; gap: 6px;
  align-items: center; justify-content: center; padding: 24px; text-align: center; pointer-events:
  none;
}
.notice-title { font-size: 14px; line-height: 20px; font-weight: 600; color: var(--text); }
.notice-text { color: var(--secondary); max-width: 36em; }
.notice-retry {
  pointer-events: auto; margin-top: 6px; height: 28px; padding: 0 14px; border-radius: 4px;
  font-weight: 500; color: var(--text); background: var(--selected);
}
.notice-retry:hover { background: var(--hover); }
.to-latest {
  position: absolute; z-index: 4; display: flex; align-items: center; justify-content: center;
  width: 28px; height: 28px; border-radius: 14px; color: var(--secondary); background:
  var(--raised);
  border: 1px solid var(--border); box-shadow: var(--shadow);
}
.to-latest:hover { color: var(--text); }

.menu {
  position: fixed; z-index: 20; min-width: 168px; max-width: calc(100vw - 16px);
  max-height: calc(100vh - 16px); overflow-y: auto; overscroll-behavior: contain; padding: 4px;
  border-radius: 6px; border: 1px solid var(--border); background: var(--raised); box-shadow:
  var(--shadow);
}
.menu-group + .menu-group {
  margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--border);
}
.menu-heading { padding: 4px 8px 2px; color: var(--muted); font-size: 11px; }
.menu-row { display: flex; align-items: center; }
.menu-row .menu-item { flex: 1 1 auto; }
.menu-item {
  display: flex; align-items: center; gap: 8px; width: 100%; min-height: 28px; padding: 0 8px;
  border-radius: 4px; text-align: start; color: var(--text);
}
.menu-item:hover, .menu-item:focus-visible { background: var(--hover); }
.menu-item[aria-checked="true"] { color: var(--accent); }
.menu-item .icon-check { visibility: hidden; margin-inline-start: auto; }
.menu-item[aria-checked="true"] .icon-check { visibility: visible; }
.menu-label { white-space: nowrap; }
.menu-hint {
  margin-inline-start: auto; padding-inline-start: 16px; color: var(--muted); white-space: nowrap;
}
.menu-hint + .icon-check { margin-inline-start: 0; }
.menu-star {
  display: flex; align-items: center; justify-content: center; width: 28px; height: 28px;
  border-radius: 4px; color: var(--muted);
}
.menu-star:hover { background: var(--hover); color: var(--text); }
.menu-star[aria-checked="true"] { color: var(--accent); }
.menu-star[aria-checked="true"] .icon { fill: currentColor; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path:
  inset(50%);
  white-space: nowrap;
}

@media (max-width: 619px) {
  .intervals, .toolbar .wide, .footer .wide { display: none; }
  .toolbar { padding: 0 4px; }
  .footer { padding: 0 2px; }
  .footer .control { padding: 0 5px; }
  .divider { margin: 0 2px; }
  .toolbar .compare { order: 1; }
  .legend { left: 8px; }
  .legend-row { column-gap: 6px; }
}
@media (max-height: 300px) {
  .legend-row:first-child .legend-pair { display: none; }
}
@media (min-width: 620px) { .narrow { display: none !important; } }
@media (pointer: coarse) {
  .toolbar { height: 44px; }
  .toolbar .control { height: 40px; padding: 0 9px; }
  .footer { height: 40px; }
  .footer .control { height: 36px; min-width: 30px; justify-content: center; }
  .menu-item, .menu-star { min-height: 40px; }
  .menu-star { width: 40px; }
  .legend-remove { opacity: 0.85; }
}
${drawCss}
${troubleCss}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation-duration: 4s !important; }
}
`

/** Returns the variables that colour the frame. */
export function frameVariables(
  { palette, background }: ChartLook,
  fontFamily: string,
): Readonly<Record<string, string>> {
  return {
    '--background': palette.background,
    '--stage-top': background.top,
    '--stage-bottom': background.bottom,
    '--raised': palette.raised,
    '--border': palette.border,
    '--text': palette.text,
    '--secondary': palette.secondary,
    '--muted': palette.muted,
    '--hover': palette.hover,
    '--selected': palette.selected,
    '--accent': palette.accent,
    '--up': palette.up,
    '--down': palette.down,
    '--shadow': palette.shadow,
    '--font': fontFamily,
    'color-scheme': palette.name,
  }
}
