// The frame titled Financial Chart (spec 1): an iframe filled by DOM from outside. It needs no
// second file and no inline style or script, so it works under `default-src 'self'`.

import { frameCss, frameVariables } from './frame-style.ts'
import type { ChartAppearance } from '../model/appearance.ts'

const frameTitle = 'Financial Chart'

export type FrameListener = {
  /** The frame has an empty document to fill; called again when the browser has replaced it. */
  ready(page: Document, view: Window): void
  /** The document is gone, for example because the host moved the container in its page. */
  lost(): void
}

let frameNumber = 0

export class ChartFrame {
  readonly id: string
  readonly element: HTMLIFrameElement
  readonly #listener: FrameListener
  #filled: Document | undefined

  constructor(container: HTMLElement, listener: FrameListener) {
    frameNumber += 1
    this.id = `financial_chart_${frameNumber}`
    this.#listener = listener
    const frame = container.ownerDocument.createElement('iframe')
    frame.id = this.id
    frame.title = frameTitle
    frame.setAttribute('allowfullscreen', '')
    frame.setAttribute('frameborder', '0')
    frame.style.display = 'block'
    frame.style.border = '0'
    frame.style.width = '100%'
    frame.style.height = '100%'
    this.element = frame
    // Some browsers replace the first document when the frame has loaded. All emit this event, also
    // for a frame that was moved and has lost its content.
    frame.addEventListener('load', () => this.#fill())
    container.append(frame)
    this.#fill()
  }

  setSize(width: string, height: string): void {
    this.element.style.width = width
    this.element.style.height = height
  }

  /** Removes the frame from the page; safe if the container is already removed. */
  remove(): void {
    if (this.#filled !== undefined) this.#listener.lost()
    this.#filled = undefined
    this.element.remove()
  }

  #fill(): void {
    const page = this.element.contentDocument
    const view = this.element.contentWindow
    if (page === null || view === null || page === this.#filled) return
    if (this.#filled !== undefined) this.#listener.lost()
    this.#filled = page
    page.title = frameTitle
    adoptCss(page, view, frameCss)
    this.#listener.ready(page, view)
  }
}

/**
 * Marks the page while a pointer is used. Browsers draw a focus ring around an element focused by
 * script, also after a mouse press; it should be shown only to keyboard users.
 */
export function followInput(page: Document, signal: AbortSignal): void {
  const mark = (isPointer: boolean) =>
    page.documentElement.toggleAttribute('data-pointer', isPointer)
  page.addEventListener('pointerdown', () => mark(true), { signal, capture: true })
  page.addEventListener('keydown', () => mark(false), { signal, capture: true })
}

/** Adds styles. The sheet must be made in the frame's own window, else the document rejects it. */
export function adoptCss(page: Document, view: Window, css: string): void {
  const StyleSheetClass: unknown = Reflect.get(view, 'CSSStyleSheet')
  if (!isStyleSheetClass(StyleSheetClass)) return
  const sheet = new StyleSheetClass()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
}

/** Applies the colours and fonts of an appearance to the page. */
export function paintPage(page: Document, appearance: ChartAppearance, fontFamily: string): void {
  const { style } = page.documentElement
  for (const [name, value] of Object.entries(frameVariables(appearance, fontFamily))) {
    style.setProperty(name, value)
  }
}

function isStyleSheetClass(value: unknown): value is typeof CSSStyleSheet {
  return typeof value === 'function'
}
