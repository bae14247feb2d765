// Functions that build controls by DOM, without HTML text and without a framework.

export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Returns an element with attributes and children; true sets an empty attribute, false none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = page.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value)
  made.append(...children)
  return made
}

/** Sets an attribute; undefined and false remove it. */
export function setAttribute(
  target: Element,
  name: string,
  value: string | boolean | undefined,
): void {
  if (value === undefined || value === false) target.removeAttribute(name)
  else target.setAttribute(name, value === true ? '' : value)
}

/** Sets the text only if it differs: an equal text would cause layout too. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

export type IconName =
  | 'candles'
  | 'hollow'
  | 'bars'
  | 'line'
  | 'area'
  | 'heikinAshi'
  | 'baseline'
  | 'highLow'
  | 'columns'
  | 'paneUp'
  | 'paneDown'
  | 'indicators'
  | 'camera'
  | 'fullscreen'
  | 'leaveFullscreen'
  | 'chevron'
  | 'star'
  | 'check'
  | 'close'
  | 'toLatest'
  | 'search'
  | 'undo'
  | 'redo'
  | 'settings'
  | 'save'
  | 'calendar'
  | 'minus'
  | 'plus'
  | 'left'
  | 'right'
  | 'reset'
  | 'eye'
  | 'compare'

/** Strokes on a grid of 16; our own drawings. */
const iconPaths: Readonly<Record<IconName, string>> = {
  candles: 'M4.5 2v2.5M4.5 11v3M3 4.5h3v6.5H3zM11.5 1.5v3M11.5 9.5v4M10 4.5h3v5h-3z',
  hollow: 'M4.5 2v2.5M4.5 11v3M3 4.5h3v6.5H3zM11.5 1.5v3M11.5 9.5v4M10 4.5h3v5h-3z',
  bars: 'M4.5 2.5v11M4.5 11H2.5M4.5 5h2M11.5 2v10M11.5 10h-2M11.5 4h2',
  line: 'M1.5 11.5l4-4.5 3 2.5 6-6.5',
  area: 'M1.5 10.5l4-4.5 3 2.5 6-6M1.5 13.5h13',
  heikinAshi: 'M3.5 6v8M2 8h3v4H2zM8 3.5v8M6.5 5.5h3v4h-3zM12.5 1.5v8M11 3h3v4.5h-3z',
  baseline: 'M1.5 8h2M6 8h2M10.5 8h2M1.5 11l3.5-7 4 8 5.5-9',
  highLow: 'M2.5 5h3v7h-3zM6.5 2.5h3v6h-3zM10.5 6h3v8h-3z',
  paneUp: 'M4 10l4-4 4 4',
  paneDown: 'M4 6l4 4 4-4',
  columns: 'M2.5 8h3v6h-3zM6.5 4h3v10h-3zM10.5 6.5h3V14h-3z',
  indicators: 'M2 12.5c2.5 0 3-9 5.5-9s2.5 6 4 6 1.5-3 2.5-3M2 3.5h2M12 12.5h2',
  camera: 'M2 5h2.6l1-1.5h4.8L11.4 5H14v8H2zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11z',
  fullscreen: 'M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10M10 13.5h3.5V10',
  leaveFullscreen: 'M2.5 6H6V2.5M13.5 6H10V2.5M2.5 10H6v3.5M13.5 10H10v3.5',
  chevron: 'M4.5 6.5L8 10l3.5-3.5',
  star: 'M8 2.2l1.8 3.6 4 .6-2.9 2.8.7 4L8 11.3l-3.6 1.9.7-4L2.2 6.4l4-.6z',
  check: 'M3 8.5l3.2 3L13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5L14 14',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  redo: 'M10.5 3l3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H10',
  settings: 'M2 4.5h7M12 4.5h2M9 3v3h3V3zM2 11.5h2M7 11.5h7M4 10v3h3v-3z',
  save: 'M2.5 2.5h9l2 2v9h-11zM5 2.5v4h5v-4M5 13.5v-4h6v4',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  minus: 'M3.5 8h9',
  plus: 'M3.5 8h9M8 3.5v9',
  left: 'M9.5 4l-4 4 4 4',
  right: 'M6.5 4l4 4-4 4',
  reset: 'M3 8a5 5 0 1 0 1.6-3.7M4.5 1.8v2.7h2.7',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  compare: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM8 5v6M5 8h6',
  toLatest: 'M3.5 4l4 4-4 4M8 4l4 4-4 4M13.5 3.5v9',
}

const svgSpace = 'http://www.w3.org/2000/svg'

/** Returns an icon hidden from screen readers, because its control has a label. */
export function icon(page: Document, name: IconName): SVGSVGElement {
  const svg = page.createElementNS(svgSpace, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('class', `icon icon-${name}`)
  svg.setAttribute('aria-hidden', 'true')
  const path = page.createElementNS(svgSpace, 'path')
  path.setAttribute('d', iconPaths[name])
  svg.append(path)
  return svg
}

/** Returns a button with a label for screen readers, which is also its tooltip. */
export function button(
  page: Document,
  attributes: Attributes & { readonly label?: string },
  children: readonly (Node | string)[],
): HTMLButtonElement {
  const { label, ...rest } = attributes
  return element(
    page,
    'button',
    { type: 'button', 'aria-label': label, title: label, ...rest },
    children,
  )
}

/**
 * Makes arrow keys move between the controls of a bar, so that the whole bar is a single tab stop
 * (the ARIA toolbar pattern).
 */
export function rovingFocus(bar: HTMLElement): void {
  const controls = () =>
    [...bar.querySelectorAll<HTMLElement>('button')].filter(
      (control) => control.offsetParent !== null && !control.closest('[role="menu"]'),
    )
  const stopAt = (chosen: HTMLElement | undefined) => {
    for (const control of bar.querySelectorAll<HTMLElement>('button')) {
      if (control.closest('[role="menu"]') === null) control.tabIndex = control === chosen ? 0 : -1
    }
  }
  stopAt(bar.querySelector<HTMLElement>('button') ?? undefined)
  bar.addEventListener('focusin', ({ target }) => {
    const chosen = controls().find((control) => control === target)
    if (chosen !== undefined) stopAt(chosen)
  })
  bar.addEventListener('keydown', (event) => {
    const all = controls()
    const at = all.findIndex((control) => control === event.target)
    if (at === -1) return
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const edge = { Home: all[0], End: all.at(-1) }[event.key]
    const next = step === undefined ? edge : all[(at + step + all.length) % all.length]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  })
}

/** Returns a symbol's logos, hidden from screen readers; none if the feed has none. */
export function logos(page: Document, urls: readonly string[] | undefined): HTMLElement[] {
  const shown = (urls ?? []).slice(0, 2)
  if (shown.length === 0) return []
  const images = shown.map((src) =>
    element(page, 'img', { class: 'symbol-logo', src, alt: '', loading: 'lazy' }),
  )
  return [element(page, 'span', { class: 'symbol-logos', 'aria-hidden': 'true' }, images)]
}
