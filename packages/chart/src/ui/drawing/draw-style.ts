// The style sheet of toolbars, legend, menus and drawing tools, adopted with them.

export const toolbarsCss = `
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
.pane-separator {
  position: absolute; left: 0; right: 0; z-index: 2; height: 9px; cursor: ns-resize;
  touch-action: none;
}
.pane-separator::after {
  content: ''; position: absolute; left: 0; right: 0; top: 4px; height: 1px; background: transparent;
}
.pane-separator:hover::after { background: var(--muted); }
.pane-separator:focus-visible { outline: none; }
.pane-separator:focus-visible::after { top: 3px; height: 2px; background: var(--accent); }
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

.menu {
  position: fixed; z-index: 20; min-width: 168px; max-width: calc(100vw - 16px);
  max-height: calc(100vh - 16px); overflow-y: auto; overscroll-behavior: contain; padding: 4px;
  border-radius: 6px; border: 1px solid var(--border); background: var(--raised); box-shadow:
  var(--shadow);
}
.menu-group + .menu-group {
  margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--border);
}
.menu-heading { padding: 4px 8px 2px; color: var(--secondary); font-size: 11px; }
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
  margin-inline-start: auto; padding-inline-start: 16px; color: var(--secondary); white-space: nowrap;
}
.menu-hint + .icon-check { margin-inline-start: 0; }
.menu-star {
  display: flex; align-items: center; justify-content: center; width: 28px; height: 28px;
  border-radius: 4px; color: var(--muted);
}
.menu-star:hover { background: var(--hover); color: var(--text); }
.menu-star[aria-checked="true"] { color: var(--accent); }
.menu-star[aria-checked="true"] .icon { fill: currentColor; }

@media (max-width: 779px) { .intervals { display: none; } }
@media (max-width: 619px) {
  .toolbar .wide, .footer .wide { display: none; }
  .footer, .footer .group { gap: 0; }
  .footer .control { padding: 0 4px; }
  .divider { margin: 0 2px; }
  .toolbar .compare { order: 1; }
  .legend { left: 8px; }
  .legend-row { column-gap: 6px; }
}
@media (max-height: 300px) {
  .legend-row:first-child .legend-pair { display: none; }
}
@media (min-width: 780px) { .narrow { display: none !important; } }
@media (pointer: coarse) {
  .toolbar .control { height: 40px; padding: 0 9px; }
  .footer .control { height: 36px; min-width: 30px; justify-content: center; }
  .menu-item, .menu-star { min-height: 40px; }
  .menu-star { width: 40px; }
  .legend-remove { opacity: 0.85; }
}
.draw-icon {
  flex: none; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.3;
  stroke-linecap: round; stroke-linejoin: round;
}
.drawbar-row { display: flex; align-items: center; flex: none; }
.drawbar-apart { margin-top: 4px; padding-top: 4px; position: relative; }
.drawbar-apart::before {
  content: ""; position: absolute; top: -1px; left: 2px; right: 8px; height: 1px;
  background: var(--border);
}
.drawbar-favourites { display: flex; flex-direction: column; flex: none; padding: 4px 0 0; }
.drawbar-favourites[hidden] { display: none; }
.drawbar-control { width: 32px; height: 32px; padding: 0; justify-content: center; }
.drawbar-more {
  width: 10px; height: 32px; padding: 0; justify-content: center; border-radius: 3px; opacity: 0.45;
}
.drawbar-row:hover .drawbar-more, .drawbar-more:focus-visible { opacity: 1; }
.drawbar-more .draw-icon { width: 8px; height: 8px; stroke-width: 2.4; }
.drawbar .control[aria-pressed="true"], .drawbar .control[data-on] {
  color: var(--accent); background: var(--selected);
}
.popup { min-width: 0; outline: none; }
.popup .menu-item { padding-inline-end: 14px; }
.popup .menu-item:disabled { color: var(--muted); cursor: default; background: none; }
.popup .menu-hint { color: var(--secondary); }
.popup .menu-label { overflow: hidden; text-overflow: ellipsis; max-width: 260px; }
.popup .menu-item[aria-checked="true"] { background: var(--selected); }
.stylebar {
  position: absolute; top: 8px; left: 50%; transform: translateX(-50%); z-index: 7; display: flex;
  align-items: center; gap: 1px; padding: 3px 4px; border-radius: 6px; white-space: nowrap;
  border: 1px solid var(--border); background: var(--raised); box-shadow: var(--shadow);
  max-width: calc(100% - 16px); overflow-x: auto; scrollbar-width: none;
}
.stylebar .control { min-width: 30px; justify-content: center; padding: 0 6px; }
.stylebar .draw-icon { width: 18px; height: 18px; }
.stylebar .bold { font-weight: 700; }
.ink { display: inline-flex; position: relative; padding-bottom: 5px; }
.ink::after {
  content: ""; position: absolute; left: 0; right: 0; bottom: 0; height: 3px; border-radius: 1px;
  background: var(--swatch);
}
.ink .draw-icon { width: 16px; height: 16px; }
.ink-fill {
  width: 16px; height: 16px; padding: 0; border-radius: 3px; overflow: hidden;
  border: 1.5px solid var(--secondary);
}
.ink-fill::after { top: 0; height: auto; opacity: 0.6; }
.line-sample { display: inline-block; width: 18px; height: 0; border-top: 2px solid currentColor; }
.field-label {
  display: inline-flex; align-items: center; gap: 5px; padding: 0 5px; color: var(--secondary);
}
.field {
  width: 62px; height: 24px; padding: 0 6px; border-radius: 4px; border: 1px solid var(--border);
  background: var(--background); color: var(--text); font: inherit;
  font-variant-numeric: tabular-nums;
}
.field:focus { outline: 1px solid var(--accent); border-color: var(--accent); }
.colours { padding: 8px; }
.colour-row { display: flex; gap: 4px; margin-bottom: 4px; }
.colour {
  width: 22px; height: 22px; border-radius: 4px; background: var(--swatch);
  box-shadow: inset 0 0 0 1px var(--border);
}
.colour:hover { transform: scale(1.1); }
.colour[aria-pressed="true"] { box-shadow: 0 0 0 2px var(--raised), 0 0 0 4px var(--accent); }
.colour-alpha { display: block; width: 100%; margin: 8px 0; accent-color: var(--accent); }
.text-editor {
  position: absolute; z-index: 8; padding: 3px 4px; margin: 0; resize: none; overflow: hidden;
  border: 1px solid var(--accent); border-radius: 4px; background: var(--background);
  font-family: inherit; line-height: 1.35; outline: none; max-width: calc(100% - 20px);
}
.canvas[data-cursor="pointer"] * { cursor: pointer !important; }
.canvas[data-cursor="grab"] * { cursor: grab !important; }
.plus {
  position: absolute; z-index: 3; width: 18px; height: 18px; border-radius: 3px;
  background: var(--raised); color: var(--text); font-size: 14px; line-height: 16px;
  border: 1px solid var(--border);
}
.plus:hover { background: var(--accent); color: var(--background); }
.line-list:not(:focus-within) {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.line-list:focus-within {
  position: absolute; z-index: 4; left: 12px; bottom: 44px; max-height: 50%; overflow: auto;
  padding: 4px; border-radius: 6px; background: var(--raised); color: var(--text);
  border: 1px solid var(--border);
}
.line-list [role="button"] { padding: 4px 8px; border-radius: 4px; font-size: 12px; }
.line-list [role="button"]:focus { background: var(--selected); outline: 2px solid var(--accent); }
.line-list [data-state="pending"] { opacity: 0.6; }
.canvas[data-cursor="ns-resize"] * { cursor: ns-resize !important; }
.canvas[data-held] * { cursor: grabbing !important; }
.canvas[data-held][data-cursor="ns-resize"] * { cursor: ns-resize !important; }
.canvas[data-held][data-cursor="pointer"] * { cursor: pointer !important; }
.canvas[data-cursor="crosshair"] * { cursor: crosshair !important; }
@media (max-height: 500px) and (pointer: fine) {
  .drawbar { gap: 0; padding-top: 3px; padding-bottom: 3px; }
  .drawbar-control, .drawbar-more { height: 26px; }
  .drawbar-apart { margin-top: 2px; padding-top: 2px; }
}
.draw-toggle {
  position: absolute; left: 8px; bottom: 31px; z-index: 6; width: 36px; height: 36px;
  align-items: center; justify-content: center; display: none; border-radius: 18px;
  color: var(--secondary); background: var(--raised); border: 1px solid var(--border);
  box-shadow: var(--shadow);
}
.draw-toggle[data-folded] { display: flex; }
.draw-toggle[aria-expanded="true"] { color: var(--accent); }
@media (max-width: 619px) {
  .drawbar[data-open] { display: flex; }
  .draw-toggle { display: flex; }
}
@media (max-width: 619px) and (max-height: 300px) {
  .draw-toggle { width: 28px; height: 28px; }
  .legend-pane { padding-left: 34px; }
}
@media (pointer: coarse) {
  .drawbar-control { width: 38px; height: 38px; }
  .drawbar-more { width: 16px; height: 38px; opacity: 0.8; }
  .stylebar .control { height: 36px; min-width: 36px; }
  .colour { width: 30px; height: 30px; }
}
`
