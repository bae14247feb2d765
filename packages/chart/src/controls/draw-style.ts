// How the drawing tools look: part of the frame's one style sheet.

export const drawCss = `
.middle { display: flex; flex: 1 1 auto; min-height: 0; }
.middle > .stage { min-width: 0; }
.draw-icon {
  flex: none; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.3;
  stroke-linecap: round; stroke-linejoin: round;
}
.drawbar {
  display: flex; flex-direction: column; gap: 2px; flex: none; width: 48px; padding: 6px 0 6px 4px;
  border-right: 1px solid var(--border); overflow-x: hidden; overflow-y: auto;
  scrollbar-width: none;
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
.drawbar[data-folded]:not([data-open]) { display: none; }
.draw-toggle[data-folded] { display: flex; }
.draw-toggle[aria-expanded="true"] { color: var(--accent); }
@media (max-width: 619px) {
  .drawbar { display: none; }
  .drawbar[data-open] { display: flex; }
  .draw-toggle { display: flex; }
}
@media (max-width: 619px) and (max-height: 300px) {
  .draw-toggle { width: 28px; height: 28px; }
  .legend-pane { padding-left: 34px; }
}
@media (pointer: coarse) {
  .drawbar { width: 60px; }
  .drawbar-control { width: 38px; height: 38px; }
  .drawbar-more { width: 16px; height: 38px; opacity: 0.8; }
  .stylebar .control { height: 36px; min-width: 36px; }
  .colour { width: 30px; height: 30px; }
}
`
