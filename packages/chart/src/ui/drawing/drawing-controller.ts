// Joins the drawing hand to one document of the frame: pointer, keys, tool bar, style bar, menus
// and the editing of words.

import type { DrawingLayer } from '../../canvas/drawing-layer.ts'
import type { ChartState } from '../../model/chart-state.ts'
import { drawTools, type DrawTool, toolPlans } from '../../model/drawings/drawing.ts'
import type { Drawings } from '../../model/drawings/drawings.ts'
import { settledStyle } from '../../model/drawings/figures/figure-plan.ts'
import { type DrawBar, makeDrawBar } from './drawing-toolbar.ts'
import { drawIcon } from './draw-icons.ts'
import { drawingItems } from './drawing-menu.ts'
import { button } from '../toolkit/elements.ts'
import { menuRows, openPopup, type Popup } from '../toolkit/popup.ts'
import { PressDesk } from './pointer-capture.ts'
import { makeStyleBar, type StyleBar } from './style-bar.ts'
import { editText } from './text-editor.ts'
import type { PressTaker } from '../../primitives/pointer.ts'

export type DrawDeskPlan = {
  readonly page: Document
  readonly state: ChartState
  readonly drawings: Drawings
  readonly layer: DrawingLayer
  readonly stage: HTMLElement
  readonly canvasHost: HTMLElement
  /** Who may take a press before the drawings. */
  readonly takers: readonly PressTaker[]
  toggleStar(tool: DrawTool): void
  /** The trader has shown or hidden the tools. */
  sidebarToggled(isHidden: boolean): void
}

export class DrawDesk {
  readonly #plan: DrawDeskPlan
  readonly #stop = new AbortController()
  readonly #presses: PressDesk
  #bar: DrawBar | undefined
  #styleBar: StyleBar | undefined
  #popup: Popup | undefined
  #endEditing: (() => void) | undefined

  constructor(plan: DrawDeskPlan) {
    this.#plan = plan
    const { drawings, layer, canvasHost } = plan
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
    this.#presses = new PressDesk({
      surface: canvasHost,
      signal,
      area: () => {
        const pane = layer.pane()
        if (pane === undefined) return undefined
        const { widthPx, heightPx } = pane.space
        return { leftPx: pane.leftPx, topPx: pane.topPx, widthPx, heightPx }
      },
      takers: [
        ...plan.takers,
        {
          hover: (spot, pressing) => session.hover(spot, pressing),
          left: () => session.leftPane(),
          press: (spot, pressing) => {
            this.#endEditing?.()
            return session.press(spot, pressing)
          },
        },
      ],
    })
    session.moved.subscribe(this, () => layer.repaint())
    session.changed.subscribe(this, () => this.update())
    drawings.book.changed.subscribe(this, () => this.update())
    session.editWanted.subscribe(this, (id) => this.#edit(id, true))
    canvasHost.addEventListener('contextmenu', (event) => this.#openMenu(event), {
      signal,
      capture: true,
    })
    canvasHost.addEventListener('dblclick', (event) => this.#doubleClicked(event), {
      signal,
      capture: true,
    })
    // A press that was taken has kept the browser from moving the focus.
    canvasHost.addEventListener('pointerdown', () => plan.stage.focus({ preventScroll: true }), {
      signal,
    })
  }

  /** Makes the bars anew, in the language of the state. */
  build(): { readonly bar: HTMLElement | undefined; readonly overStage: readonly HTMLElement[] } {
    const { page, state, drawings } = this.#plan
    this.closeMenus()
    const hasBar = state.features.has('left_toolbar')
    this.#bar = hasBar ? makeDrawBar(page, this.#plan) : undefined
    this.#styleBar = makeStyleBar(page, {
      state,
      drawings,
      usualColor: (drawing) => {
        const pane = this.#plan.layer.pane()
        return pane === undefined ? 'currentColor' : settledStyle(drawing, pane.look).color
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

  /** On a narrow screen the tools take their room only while they are wanted. */
  #toggle(bar: HTMLElement): HTMLElement {
    const { page, state } = this.#plan
    const { messages } = state
    const toggle = button(
      page,
      { class: 'draw-toggle', label: messages.showDrawingTools, 'aria-expanded': 'false' },
      [drawIcon(page, 'trendLine')],
    )
    toggle.addEventListener('click', () => {
      const isOpen = bar.toggleAttribute('data-open')
      toggle.setAttribute('aria-expanded', String(isOpen))
      const words = isOpen ? messages.hideDrawingTools : messages.showDrawingTools
      toggle.setAttribute('aria-label', words)
      toggle.title = words
      this.#plan.sidebarToggled(!isOpen)
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

  /** Returns whether a key was for the drawings; the stage has the focus. */
  key(event: KeyboardEvent): boolean {
    const { drawings } = this.#plan
    const { session } = drawings
    if (event.key === 'Escape') return this.#presses.abort() || session.escape()
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
    const { session, book } = this.#plan.drawings
    this.#stop.abort()
    this.#presses.abort()
    this.closeMenus()
    for (const signal of [session.moved, session.changed, session.editWanted, book.changed]) {
      signal.unsubscribeAll(this)
    }
  }

  #chooseByKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return false
    const letter = event.code.replace('Key', '')
    const shortcut = `Alt+${event.shiftKey ? 'Shift+' : ''}${letter}`
    const tool = drawTools.find((one) => toolPlans[one].shortcut === shortcut)
    if (tool === undefined) return false
    this.#plan.drawings.session.choose(tool)
    return true
  }

  #command(event: KeyboardEvent): boolean {
    const { drawings } = this.#plan
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
    const { drawings, page, state } = this.#plan
    const { session } = drawings
    const spot = this.#presses.spotOf(event)
    if (spot === undefined) return
    if (session.tool !== undefined) {
      swallow(event)
      session.escape()
      return
    }
    const drawing = session.at(spot, false)
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
      closed: () => this.#plan.stage.focus({ preventScroll: true }),
    })
  }

  #doubleClicked(event: MouseEvent): void {
    const spot = this.#presses.spotOf(event)
    const drawing = spot === undefined ? undefined : this.#plan.drawings.session.at(spot, false)
    if (drawing === undefined) return
    swallow(event)
    if (drawing.tool === 'text') this.#edit(drawing.id, false)
  }

  #edit(id: string, isNew: boolean): void {
    const { page, stage, drawings, layer, state } = this.#plan
    const drawing = drawings.book.get(id)
    const pane = layer.pane()
    const [point] = drawing?.points ?? []
    if (drawing === undefined || pane === undefined || point === undefined) return
    if (drawing.isLocked || drawings.session.isAllLocked) return
    this.#endEditing?.()
    const style = settledStyle(drawing, pane.look)
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
