// Connects the drawing session to one document: pointer, keys, toolbars, menus and text editor.

import type { DrawingLayer } from '../../canvas/drawing-layer.ts'
import type { ChartState } from '../../model/chart-state.ts'
import { drawTools, type DrawTool, toolDefinitions } from '../../model/drawings/drawing.ts'
import type { Drawings } from '../../model/drawings/drawings.ts'
import { resolveStyle } from '../../model/drawings/figures/figure-input.ts'
import { type DrawBar, makeDrawBar } from './drawing-toolbar.ts'
import { drawIcon } from './draw-icons.ts'
import { drawingItems } from './drawing-menu.ts'
import { button } from '../toolkit/elements.ts'
import { menuRows, openPopup, type Popup } from '../toolkit/popup.ts'
import { PointerCapture } from './pointer-capture.ts'
import { makeStyleBar, type StyleBar } from './style-bar.ts'
import { editText } from './text-editor.ts'
import type { PointerHandler } from '../../primitives/pointer.ts'

export type DrawingControllerOptions = {
  readonly page: Document
  readonly state: ChartState
  readonly drawings: Drawings
  readonly layer: DrawingLayer
  readonly stage: HTMLElement
  readonly canvasHost: HTMLElement
  /** Handlers that take precedence over the drawings. */
  readonly handlers: readonly PointerHandler[]
  toggleStar(tool: DrawTool): void
  /** The trader has shown or hidden the tools. */
  sidebarToggled(isHidden: boolean): void
}

export class DrawingController {
  readonly #options: DrawingControllerOptions
  readonly #stop = new AbortController()
  readonly #pointerCapture: PointerCapture
  #bar: DrawBar | undefined
  #styleBar: StyleBar | undefined
  #popup: Popup | undefined
  #endEditing: (() => void) | undefined

  constructor(options: DrawingControllerOptions) {
    this.#options = options
    const { drawings, layer, canvasHost } = options
    const { session } = drawings
    const { signal } = this.#stop
    layer.show({
      drawings: () => {
        const shown = session.shown()
        return session.draft === undefined ? shown : [...shown, session.draft]
      },
      selected: () => session.selected,
      hoveredId: () => session.hoveredId,
    })
    this.#pointerCapture = new PointerCapture({
      element: canvasHost,
      signal,
      area: () => {
        const pane = layer.pane()
        if (pane === undefined) return undefined
        const { widthPx, heightPx } = pane.space
        return { leftPx: pane.leftPx, topPx: pane.topPx, widthPx, heightPx }
      },
      handlers: [
        ...options.handlers,
        {
          hover: (pixel, pointer) => session.hover(pixel, pointer),
          left: () => session.leftPane(),
          press: (pixel, pointer) => {
            this.#endEditing?.()
            return session.press(pixel, pointer)
          },
        },
      ],
    })
    session.moved.subscribe(this, () => layer.repaint())
    session.changed.subscribe(this, () => this.update())
    drawings.store.changed.subscribe(this, () => this.update())
    session.editWanted.subscribe(this, (id) => this.#edit(id, true))
    canvasHost.addEventListener('contextmenu', (event) => this.#openMenu(event), {
      signal,
      capture: true,
    })
    canvasHost.addEventListener('dblclick', (event) => this.#doubleClicked(event), {
      signal,
      capture: true,
    })
    // A press taken by a handler keeps the browser from moving the focus, so it is set here.
    canvasHost.addEventListener('pointerdown', () => options.stage.focus({ preventScroll: true }), {
      signal,
    })
  }

  /** Rebuilds the toolbars in the language of the state. */
  build(): { readonly bar: HTMLElement | undefined; readonly overStage: readonly HTMLElement[] } {
    const { page, state, drawings } = this.#options
    this.closeMenus()
    const hasBar = state.features.has('left_toolbar')
    this.#bar = hasBar ? makeDrawBar(page, this.#options) : undefined
    this.#styleBar = makeStyleBar(page, {
      state,
      drawings,
      defaultColor: (drawing) => {
        const pane = this.#options.layer.pane()
        return pane === undefined ? 'currentColor' : resolveStyle(drawing, pane.appearance).color
      },
      editText: (id) => this.#edit(id, false),
    })
    this.update()
    const bar = this.#bar?.root
    const toggle = bar === undefined ? [] : [this.#toggle(bar)]
    const isFolded = state.features.has('hide_left_toolbar_by_default')
    if (isFolded) for (const part of [bar, ...toggle]) part?.setAttribute('data-folded', '')
    return { bar, overStage: [this.#styleBar.root, ...toggle] }
  }

  /** On a narrow screen the toolbar is collapsed by default. */
  #toggle(bar: HTMLElement): HTMLElement {
    const { page, state } = this.#options
    const { messages } = state
    const toggle = button(
      page,
      { class: 'draw-toggle', label: messages.showDrawingTools, 'aria-expanded': 'false' },
      [drawIcon(page, 'trendLine')],
    )
    toggle.addEventListener('click', () => {
      const isOpen = bar.toggleAttribute('data-open')
      toggle.setAttribute('aria-expanded', String(isOpen))
      const text = isOpen ? messages.hideDrawingTools : messages.showDrawingTools
      toggle.setAttribute('aria-label', text)
      toggle.title = text
      this.#options.sidebarToggled(!isOpen)
    })
    return toggle
  }

  update(): void {
    this.#bar?.update()
    this.#styleBar?.update()
  }

  closeMenus(): void {
    this.#bar?.closeMenus()
    this.#styleBar?.closeMenus()
    this.#popup?.close()
    this.#popup = undefined
  }

  /** Handles a key while the stage has focus; returns whether the drawings used it. */
  key(event: KeyboardEvent): boolean {
    const { drawings } = this.#options
    const { session } = drawings
    if (event.key === 'Escape') return this.#pointerCapture.abort() || session.escape()
    if (event.altKey) return this.#chooseByKey(event)
    if (event.ctrlKey || event.metaKey) return this.#command(event)
    const { selected } = session
    if (selected === undefined) return false
    if (event.key === 'Delete' || event.key === 'Backspace') {
      drawings.remove(selected.id)
      return true
    }
    if (event.key === 'Enter' && selected.tool === 'text') {
      this.#edit(selected.id, false)
      return true
    }
    const far = event.shiftKey ? 10 : 1
    const nudges: Readonly<Record<string, [number, number]>> = {
      ArrowLeft: [-far, 0],
      ArrowRight: [far, 0],
      ArrowUp: [0, far],
      ArrowDown: [0, -far],
    }
    const nudge = nudges[event.key]
    return nudge === undefined ? false : session.nudge(...nudge)
  }

  dispose(): void {
    const { session, store } = this.#options.drawings
    this.#stop.abort()
    this.#pointerCapture.abort()
    this.closeMenus()
    for (const signal of [session.moved, session.changed, session.editWanted, store.changed]) {
      signal.unsubscribeAll(this)
    }
  }

  #chooseByKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return false
    const letter = event.code.replace('Key', '')
    const shortcut = `Alt+${event.shiftKey ? 'Shift+' : ''}${letter}`
    const tool = drawTools.find((one) => toolDefinitions[one].shortcut === shortcut)
    if (tool === undefined) return false
    this.#options.drawings.session.choose(tool)
    return true
  }

  #command(event: KeyboardEvent): boolean {
    const { drawings } = this.#options
    const { selected } = drawings.session
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) drawings.undo()
    else if (key === 'z' || key === 'y') drawings.redo()
    else if (key === 'c' && selected !== undefined) drawings.copy(selected.id)
    else if (key === 'v' && drawings.hasCopied) drawings.paste()
    else return false
    return true
  }

  #openMenu(event: MouseEvent): void {
    const { drawings, page, state } = this.#options
    const { session } = drawings
    const pixel = this.#pointerCapture.pixelOf(event)
    if (pixel === undefined) return
    if (session.tool !== undefined) {
      swallow(event)
      session.escape()
      return
    }
    const drawing = session.at(pixel, false)
    if (drawing === undefined) return
    swallow(event)
    session.select(drawing.id)
    this.closeMenus()
    const items = drawingItems(drawing, {
      state,
      drawings,
      editText: (id) => this.#edit(id, false),
    })
    this.#popup = openPopup(page, {
      label: state.messages.moreActions,
      role: 'menu',
      anchor: { x: event.clientX, y: event.clientY },
      side: 'below',
      fill: (root, close) => menuRows(page, root, items, close),
      closed: () => this.#options.stage.focus({ preventScroll: true }),
    })
  }

  #doubleClicked(event: MouseEvent): void {
    const pixel = this.#pointerCapture.pixelOf(event)
    const drawing =
      pixel === undefined ? undefined : this.#options.drawings.session.at(pixel, false)
    if (drawing === undefined) return
    swallow(event)
    if (drawing.tool === 'text') this.#edit(drawing.id, false)
  }

  #edit(id: string, isNew: boolean): void {
    const { page, stage, drawings, layer, state } = this.#options
    const drawing = drawings.store.get(id)
    const pane = layer.pane()
    const [point] = drawing?.points ?? []
    if (drawing === undefined || pane === undefined || point === undefined) return
    if (drawing.isLocked || drawings.session.isAllLocked) return
    this.#endEditing?.()
    const style = resolveStyle(drawing, pane.appearance)
    const { space } = pane
    this.#endEditing = editText(page, stage, {
      label: state.messages.editText,
      text: drawing.text,
      at: { x: space.xOf(point) + pane.leftPx, y: space.yOf(point.price) + pane.topPx },
      sizePx: style.textSizePx,
      isBold: style.isBold,
      color: style.color,
      ended: (text) => {
        this.#endEditing = undefined
        drawings.write(id, text, isNew)
        stage.focus({ preventScroll: true })
      },
    })
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
