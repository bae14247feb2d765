// The style sheet of the frame before its toolbars are loaded, with the space reserved for them.
// Adopted sheets and properties set by script are allowed under `style-src 'self'`.

import type { ChartAppearance } from '../model/appearance.ts'
import { errorBannerCss } from './panes/error-banner.ts'

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
button:focus, .stage:focus { outline: none; }
button:focus-visible, :root:not([data-pointer]) .stage:focus-visible {
  outline: 2px solid var(--accent); outline-offset: -2px;
}
[hidden] { display: none !important; }

.toolbar {
  display: flex; align-items: center; gap: 2px; flex: none; height: 36px; padding: 0 6px;
  border-bottom: 1px solid var(--border); background: var(--toolbar-background, none);
}
.toolbar, .footer { overflow-x: auto; scrollbar-width: none; overscroll-behavior-x: contain; }
.toolbar > :not(.spacer), .footer > :not(.spacer) { flex: none; }
.footer {
  display: flex; align-items: center; gap: 2px; flex: none; height: 28px; padding: 0 6px;
  border-top: 1px solid var(--border); color: var(--secondary);
}
.stage {
  position: relative; flex: 1 1 auto; min-height: 0; overflow: hidden;
  background: linear-gradient(var(--stage-top), var(--stage-bottom));
}
.canvas { position: absolute; inset: 0; direction: ltr; }
.stage[data-state="loading"] .canvas { opacity: 0.35; transition: opacity 160ms; }
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

.stage[data-state="empty"] { background: var(--loading-background, var(--background)); }
.stage[data-state="empty"] .progress::after {
  background: var(--loading-foreground, var(--accent));
}
.empty-state {
  position: absolute; inset: 0; z-index: 5; display: flex; flex-direction: column; gap: 6px;
  align-items: center; justify-content: center; padding: 24px; text-align: center; pointer-events:
  none;
}
.empty-state-title { font-size: 14px; line-height: 20px; font-weight: 600; color: var(--text); }
.empty-state-text { color: var(--secondary); max-width: 36em; }
.empty-state-retry {
  pointer-events: auto; margin-top: 6px; height: 28px; padding: 0 14px; border-radius: 4px;
  font-weight: 500; color: var(--text); background: var(--selected);
}
.empty-state-retry:hover { background: var(--hover); }
.to-latest {
  position: absolute; z-index: 4; display: flex; align-items: center; justify-content: center;
  width: 28px; height: 28px; border-radius: 14px; color: var(--secondary); background:
  var(--raised);
  border: 1px solid var(--border); box-shadow: var(--shadow);
}
.to-latest:hover { color: var(--text); }

.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path:
  inset(50%);
  white-space: nowrap;
}

.middle { display: flex; flex: 1 1 auto; min-height: 0; }
.middle > .stage { min-width: 0; }
.drawbar {
  display: flex; flex-direction: column; gap: 2px; flex: none; width: 48px; padding: 6px 0 6px 4px;
  border-right: 1px solid var(--border); overflow-x: hidden; overflow-y: auto;
  scrollbar-width: none;
}
.drawbar[data-folded]:not([data-open]) { display: none; }
@media (max-width: 619px) {
  .toolbar { padding: 0 4px; }
  .footer { padding: 0 2px; }
  .drawbar { display: none; }
}
@media (pointer: coarse) {
  .toolbar { height: 44px; }
  .footer { height: 40px; }
  .drawbar { width: 60px; }
}
${errorBannerCss}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation-duration: 4s !important; }
}
`

/** Returns the CSS variables with the frame's colours. */
export function frameVariables(
  { palette, background }: ChartAppearance,
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
