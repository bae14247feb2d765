// The style sheet of dialogs, marks and the navigation bar, adopted with them.

export const dialogCss = `
.veil {
  position: fixed; inset: 0; z-index: 30; display: flex; align-items: center;
  justify-content: center; padding: 12px; background: rgba(0, 0, 0, 0.32);
}
.dialog {
  display: flex; flex-direction: column; width: 400px; max-width: 100%; max-height: 100%;
  border-radius: 8px; border: 1px solid var(--border); background: var(--raised);
  box-shadow: var(--shadow); color: var(--text); font-size: 13px; line-height: 18px;
}
.dialog-head { display: flex; align-items: center; gap: 8px; padding: 10px 10px 6px 16px; }
.dialog-title { flex: 1 1 auto; font-size: 15px; line-height: 20px; font-weight: 600; }
.dialog-close {
  display: flex; align-items: center; justify-content: center; width: 28px; height: 28px;
  border-radius: 4px; color: var(--muted);
}
.dialog-close:hover { color: var(--text); background: var(--hover); }
.dialog-body {
  display: flex; flex-direction: column; gap: 10px; min-height: 0; overflow-y: auto;
  padding: 4px 16px 14px;
}
.dialog-text { margin: 0; white-space: pre-line; }
.dialog-complaint { margin: 0; min-height: 18px; color: var(--down); }
.dialog-foot {
  display: flex; flex-flow: row-reverse wrap; gap: 8px; padding: 12px 16px;
  border-top: 1px solid var(--border);
}
.dialog-main, .dialog-other {
  height: 32px; padding: 0 14px; border-radius: 4px; font-weight: 500; white-space: nowrap;
  background: var(--selected);
}
.dialog-main { background: var(--text); color: var(--raised); }
.dialog-other:hover { background: var(--hover); }
.form-field { display: flex; align-items: center; gap: 12px; min-height: 30px; }
.form-label { flex: 1 1 auto; color: var(--secondary); }
input {
  font: inherit; color: var(--text); background: var(--hover); border: 1px solid var(--border);
  border-radius: 4px;
}
input:focus { outline: none; }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.form-text, .form-date { width: 200px; max-width: 60%; height: 32px; padding: 0 8px; }
.form-checkbox { width: 16px; height: 16px; margin: 0; accent-color: var(--accent); }
.form-choice {
  width: 200px; max-width: 60%; height: 32px; padding: 0 6px; font: inherit; color: var(--text);
  background: var(--hover); border: 1px solid var(--border); border-radius: 4px;
}
.form-choice option { color: var(--text); background: var(--raised); }
.form-choice:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.plot-row { display: flex; align-items: center; gap: 6px; min-height: 32px; }
.plot-name {
  display: flex; flex: 1 1 auto; align-items: center; gap: 8px; min-width: 0; cursor: pointer;
}
.plot-name .form-label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.plot-row .form-color { flex: none; width: 36px; }
.form-choice.form-small { flex: none; width: auto; max-width: 124px; height: 28px; padding: 0 2px; }
.search-both { align-items: center; }
.search-both .search-row { min-width: 0; }
.search-second {
  flex: none; height: 26px; margin: 0 8px 0 4px; padding: 0 8px; border-radius: 4px;
  color: var(--secondary); font-size: 12px; background: var(--selected);
}
.search-second:hover { color: var(--text); background: var(--hover); }
.form-section { display: flex; flex-direction: column; gap: 5px; }
.form-section + .form-section { padding-top: 8px; border-top: 1px solid var(--border); }
.form-heading {
  padding: 2px 0; color: var(--secondary); font-size: 12px; line-height: 20px; font-weight: 500;
}
.study-group { flex: none; }
.study-row { min-height: 32px; align-items: center; }
.study-group .menu-star[aria-pressed="true"] .icon { fill: currentColor; color: var(--accent); }
.form-color { width: 44px; height: 28px; padding: 2px; }
.search-input { flex: none; height: 36px; padding: 0 10px; font-size: 14px; }
.search-types { display: flex; gap: 4px; flex: none; flex-wrap: wrap; }
.search-list { min-height: 180px; max-height: 300px; overflow-y: auto; margin: 0 -8px; }
.search-empty { padding: 16px 8px; color: var(--secondary); text-align: center; }
.search-row {
  display: flex; align-items: baseline; gap: 10px; width: 100%; min-height: 34px; padding: 7px 8px;
  border-radius: 4px; text-align: start;
}
.search-row:hover, .search-row:focus-visible { background: var(--hover); }
.search-symbol { flex: none; font-weight: 600; }
.search-description {
  flex: 1 1 auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  color: var(--secondary);
}
.search-type { flex: none; color: var(--secondary); font-size: 12px; }
.pairs { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin: 0; }
.pairs dt { color: var(--secondary); }
.pairs dd { margin: 0; text-align: end; }
.menu-line { height: 1px; margin: 4px 0; background: var(--border); }
.symbol { font-weight: 600; color: var(--text); }
.symbol-logos { display: inline-flex; flex: none; align-self: center; }
.symbol-logo { width: 18px; height: 18px; border-radius: 9px; background: var(--hover); }
.symbol-logo + .symbol-logo { margin-left: -6px; }
.symbol-name { max-width: 180px; overflow: hidden; text-overflow: ellipsis; }
.control[aria-disabled="true"] { opacity: 0.4; cursor: default; }
.host-button { cursor: pointer; }
.legend-status {
  align-self: center; width: 6px; height: 6px; border-radius: 3px; background: var(--up);
}
.legend-status[data-status="late"] { background: var(--accent); }
.legend-status[data-status="ended"] { background: var(--muted); }
.navigation {
  position: absolute; left: 0; right: 0; bottom: 40px; z-index: 4;
  display: var(--navigation-display, flex); gap: 4px;
  justify-content: center; pointer-events: none; opacity: 0; transition: opacity 160ms;
}
.stage:hover .navigation, .navigation:focus-within { opacity: 1; }
.stage[data-state="empty"] .navigation { display: none; }
.navigation-button {
  display: flex; align-items: center; justify-content: center; width: 28px; height: 28px;
  border-radius: 4px; pointer-events: auto; color: var(--secondary); background: var(--raised);
  border: 1px solid var(--border);
}
.navigation-button:hover { color: var(--text); }
.marks { position: absolute; inset: 0; z-index: 3; overflow: hidden; pointer-events: none; }
.mark {
  position: absolute; left: 0; top: 0; display: flex; align-items: center;
  justify-content: center; border-radius: 50%; border: 1px solid var(--border); font-size: 10px;
  line-height: 1; font-weight: 600; color: #ffffff; background: var(--tag, #3a3c47);
  pointer-events: auto;
}
.mark-axis { background: var(--raised); border-color: currentColor; }
body[data-preset="mobile"] .wide, body[data-buttons="compact"] .toolbar .wide { display: none; }
@media (pointer: coarse) {
  .navigation { display: none; }
  .dialog-main, .dialog-other, .form-text, .form-date, .search-input { height: 44px; }
}
`
