// The floating bar of a selected drawing: colours, line, text, template and actions.

import type { ChartState } from '../../model/chart-state.ts'
import {
  type DrawDash,
  type Drawing,
  type DrawStyle,
  isPositionTool,
  toolDefinitions,
} from '../../model/drawings/drawing.ts'
import type { Drawings } from '../../model/drawings/drawings.ts'
import { defaultRisk } from '../../model/drawings/risk-reward.ts'
import { openColourPicker } from '../toolkit/colour-picker.ts'
import { drawIcon, type DrawIconName } from './draw-icons.ts'
import { drawingItems, toggleLock } from './drawing-menu.ts'
import { toolLabel } from '../../model/drawings/tool-labels.ts'
import { readNumber } from '../../primitives/number-format.ts'
import { button, element, rovingFocus } from '../toolkit/elements.ts'
import { menuRows, openPopup, type Popup, type PopupItem } from '../toolkit/popup.ts'

export type StyleBar = { readonly root: HTMLElement; update(): void; closeMenus(): void }

export type StyleBarOptions = {
  readonly state: ChartState
  readonly drawings: Drawings
  /** The theme's colour for a drawing without its own. */
  defaultColor(drawing: Drawing): string
  editText(id: string): void
}

const widths = [1, 2, 3, 4]
const textSizes = [10, 12, 14, 16, 20, 24, 32, 40]

export function makeStyleBar(page: Document, options: StyleBarOptions): StyleBar {
  const bar = new Bar(page, options)
  return { root: bar.root, update: () => bar.update(), closeMenus: () => bar.closeMenus() }
}

class Bar {
  readonly root: HTMLElement
  readonly #page: Document
  readonly #options: StyleBarOptions
  #popup: Popup | undefined
  #shown: Drawing | undefined

  constructor(page: Document, options: StyleBarOptions) {
    this.#page = page
    this.#options = options
    this.root = element(page, 'div', {
      class: 'stylebar',
      role: 'toolbar',
      'aria-label': options.state.messages.drawingStyle,
      hidden: true,
    })
    rovingFocus(this.root)
  }

  /** Rebuilds the bar when the selection or its values have changed; the focus is kept. */
  update(): void {
    const { session } = this.#options.drawings
    const drawing = session.isGestureActive ? undefined : session.selected
    if (drawing === this.#shown) return
    const isSameDrawing = drawing?.id === this.#shown?.id
    this.#shown = drawing
    this.root.hidden = drawing === undefined
    if (!isSameDrawing || drawing === undefined) this.closeMenus()
    if (drawing === undefined) return
    const focused = this.#page.activeElement?.getAttribute('data-part')
    const hadFocus = this.root.contains(this.#page.activeElement)
    const controls = this.#controls(drawing)
    this.root.replaceChildren(...controls)
    const { messages } = this.#options.state
    const label = `${messages.drawingStyle}: ${toolLabel(drawing.tool, messages)}`
    this.root.setAttribute('aria-label', label)
    const buttons = [...this.root.querySelectorAll<HTMLElement>('button')]
    buttons.forEach((one, at) => (one.tabIndex = at === 0 ? 0 : -1))
    if (hadFocus) buttons.find((one) => one.dataset['part'] === focused)?.focus()
  }

  closeMenus(): void {
    this.#popup?.close()
    this.#popup = undefined
  }

  #restyle(drawing: Drawing, style: DrawStyle): void {
    this.#options.drawings.change(drawing.id, (one) => ({
      ...one,
      style: { ...one.style, ...style },
    }))
  }

  #control(
    part: string,
    label: string,
    face: readonly (Node | string)[],
    run: (control: HTMLButtonElement) => void,
  ): HTMLButtonElement {
    const control = button(this.#page, { class: 'control', label, 'data-part': part }, face)
    control.addEventListener('click', () => run(control))
    return control
  }

  #icon(part: DrawIconName, label: string, run: (control: HTMLButtonElement) => void) {
    return this.#control(part, label, [drawIcon(this.#page, part)], run)
  }

  #controls(drawing: Drawing): Node[] {
    const options = toolDefinitions[drawing.tool]
    const { drawings, state } = this.#options
    const { messages } = state
    const { id, isLocked } = drawing
    const made: Node[] = []
    if (options.hasLine || options.hasText) made.push(this.#colorControl(drawing))
    if (options.hasFill) made.push(this.#fillControl(drawing))
    if (options.hasText) made.push(...this.#textControls(drawing))
    if (options.hasLine) made.push(this.#widthControl(drawing), this.#dashControl(drawing))
    if (isPositionTool(drawing.tool)) made.push(...this.#positionControls(drawing))
    made.push(element(this.#page, 'span', { class: 'divider' }), this.#templateControl(drawing))
    const lockLabel = isLocked ? messages.unlockDrawing : messages.lockDrawing
    const lock = this.#icon(isLocked ? 'lock' : 'unlock', lockLabel, () => toggleLock(drawings, id))
    lock.setAttribute('aria-pressed', String(isLocked))
    lock.dataset['part'] = 'lock'
    made.push(
      lock,
      this.#icon('trash', `${messages.removeDrawing} (Del)`, () => drawings.remove(id)),
      this.#icon('more', messages.moreActions, (control) =>
        this.#menu(control, messages.moreActions, drawingItems(drawing, this.#options)),
      ),
    )
    return made
  }

  #colorControl(drawing: Drawing): HTMLElement {
    const { messages } = this.#options.state
    const label = drawing.tool === 'text' ? messages.textColour : messages.lineColour
    const face = element(this.#page, 'span', { class: 'ink' }, [
      drawIcon(this.#page, drawing.tool === 'text' ? 'text' : 'keep'),
    ])
    face.style.setProperty('--swatch', this.#options.defaultColor(drawing))
    return this.#control('ink', label, [face], (control) => {
      this.#popup = openColourPicker(this.#page, control, {
        label,
        themeLabel: messages.themeColour,
        chosen: drawing.style.color,
        choose: (color) =>
          this.#options.drawings.change(drawing.id, (one) => {
            const { color: _former, ...style } = one.style
            return { ...one, style: color === undefined ? style : { ...style, color } }
          }),
      })
    })
  }

  #fillControl(drawing: Drawing): HTMLElement {
    const { messages } = this.#options.state
    const face = element(this.#page, 'span', { class: 'ink ink-fill' })
    const color = drawing.style.fillColor ?? this.#options.defaultColor(drawing)
    face.style.setProperty('--swatch', color)
    return this.#control('fill', messages.fillColour, [face], (control) => {
      const alpha = drawing.style.fillAlpha ?? 0.14
      this.#popup = openColourPicker(this.#page, control, {
        label: messages.fillColour,
        themeLabel: messages.themeColour,
        noneLabel: messages.noFill,
        chosen: drawing.style.fillColor,
        alpha,
        choose: (chosen) =>
          this.#options.drawings.change(drawing.id, (one) => {
            const { fillColor: _former, fillAlpha = 0.14, ...style } = one.style
            const strength = { fillAlpha: fillAlpha === 0 ? 0.14 : fillAlpha }
            const fill = chosen === undefined ? {} : { fillColor: chosen }
            return { ...one, style: { ...style, ...strength, ...fill } }
          }),
        setAlpha: (fillAlpha) => this.#restyle(drawing, { fillAlpha }),
      })
    })
  }

  #textControls(drawing: Drawing): HTMLElement[] {
    const { messages } = this.#options.state
    const size = drawing.style.textSizePx ?? 14
    const isBold = drawing.style.isBold ?? false
    const bold = this.#control('bold', 'B', ['B'], () =>
      this.#restyle(drawing, { isBold: !isBold }),
    )
    bold.setAttribute('aria-pressed', String(isBold))
    bold.classList.add('bold')
    return [
      this.#control('size', messages.textSize, [String(size)], (control) =>
        this.#menu(
          control,
          messages.textSize,
          textSizes.map((textSizePx) => ({
            label: String(textSizePx),
            isChosen: textSizePx === size,
            run: () => this.#restyle(drawing, { textSizePx }),
          })),
        ),
      ),
      bold,
      this.#icon('keep', messages.editText, () => this.#options.editText(drawing.id)),
    ]
  }

  #widthControl(drawing: Drawing): HTMLElement {
    const { messages } = this.#options.state
    const chosen = drawing.style.widthPx ?? 2
    return this.#control('width', messages.lineWidth, [sample(this.#page, chosen)], (control) =>
      this.#menu(
        control,
        messages.lineWidth,
        widths.map((widthPx) => ({
          label: `${widthPx}px`,
          leading: sample(this.#page, widthPx),
          isChosen: widthPx === chosen,
          run: () => this.#restyle(drawing, { widthPx }),
        })),
      ),
    )
  }

  #dashControl(drawing: Drawing): HTMLElement {
    const { messages } = this.#options.state
    const chosen = drawing.style.dash ?? 'solid'
    const labels: Readonly<Record<DrawDash, string>> = {
      solid: messages.dashSolid,
      dashed: messages.dashDashed,
      dotted: messages.dashDotted,
    }
    return this.#control('dash', messages.lineDash, [sample(this.#page, 2, chosen)], (control) =>
      this.#menu(
        control,
        messages.lineDash,
        (['solid', 'dashed', 'dotted'] as const).map((dash) => ({
          label: labels[dash],
          leading: sample(this.#page, 2, dash),
          isChosen: dash === chosen,
          run: () => this.#restyle(drawing, { dash }),
        })),
      ),
    )
  }

  #positionControls(drawing: Drawing): HTMLElement[] {
    const { messages, locale } = this.#options.state
    const risk = drawing.risk ?? defaultRisk
    type Use = { readonly read: (text: string) => number; readonly set: (value: number) => void }
    const field = (label: string, value: number, { read, set }: Use) => {
      const input = element(this.#page, 'input', {
        class: 'field',
        inputmode: 'decimal',
        'aria-label': label,
        title: label,
      })
      input.value = String(value)
      input.addEventListener('keydown', (event) => {
        event.stopPropagation()
        if (event.key === 'Enter') input.blur()
      })
      input.addEventListener('change', () => {
        const wanted = read(input.value)
        if (Number.isFinite(wanted) && wanted > 0) set(wanted)
        else input.value = String(value)
      })
      return element(this.#page, 'label', { class: 'field-label' }, [label, input])
    }
    const set = (change: Partial<typeof risk>) =>
      this.#options.drawings.change(drawing.id, (one) => ({ ...one, risk: { ...risk, ...change } }))
    const fields = [
      field(messages.accountSize, risk.accountSize, {
        // 10,000 is ten thousand where digits are grouped by commas.
        read: (text) => readNumber(text, locale) ?? Number.NaN,
        set: (accountSize) => set({ accountSize }),
      }),
      field(messages.riskPercent, risk.riskPercent, {
        read: (text) => Number(text.replace(',', '.')),
        set: (wanted) => set({ riskPercent: Math.min(100, wanted) }),
      }),
    ]
    const { positionRequested } = this.#options.drawings
    if (!positionRequested.hasSubscribers) return fields
    const use = this.#icon('order', messages.useInOrder, () =>
      this.#options.drawings.requestPosition(drawing.id),
    )
    use.append(messages.useInOrder)
    return [...fields, use]
  }

  #templateControl(drawing: Drawing): HTMLElement {
    const { drawings, state } = this.#options
    const { messages } = state
    return this.#icon('template', messages.template, (control) =>
      this.#menu(control, messages.template, [
        { label: messages.saveAsDefault, run: () => drawings.styles.save(drawing) },
        {
          label: messages.applyDefault,
          isDisabled: !drawings.styles.has(drawing.tool),
          run: () => drawings.change(drawing.id, (one) => drawings.styles.applied(one)),
        },
        {
          label: messages.resetStyle,
          isApart: true,
          run: () => {
            drawings.styles.remove(drawing.tool)
            drawings.change(drawing.id, (one) => ({ ...one, style: {} }))
          },
        },
      ]),
    )
  }

  #menu(anchor: HTMLElement, label: string, items: readonly PopupItem[]): void {
    const wasOpen = anchor.getAttribute('aria-expanded') === 'true'
    this.closeMenus()
    if (wasOpen) return
    this.#popup = openPopup(this.#page, {
      label,
      role: 'menu',
      anchor,
      side: 'below',
      fill: (root, close) => menuRows(this.#page, root, items, close),
    })
  }
}

function sample(page: Document, widthPx: number, dash: DrawDash = 'solid'): HTMLElement {
  const line = element(page, 'span', { class: 'line-sample', 'aria-hidden': 'true' })
  line.style.borderTopWidth = `${widthPx}px`
  line.style.borderTopStyle = dash
  return line
}
