// The drawing toolbar at the left: one tab stop, arrow keys inside, a flyout per group, and the
// switches for all drawings.

import type { ChartState } from '../../model/chart-state.ts'
import { type DrawTool, toolDefinitions } from '../../model/drawings/drawing.ts'
import type { Drawings } from '../../model/drawings/drawings.ts'
import type { MagnetMode } from '../../model/drawings/magnet.ts'
import { drawIcon, type DrawIconName } from './draw-icons.ts'
import { offeredGroups, type ToolGroup, toolLabel } from '../../model/drawings/tool-labels.ts'
import { button, element } from '../toolkit/elements.ts'
import { menuRows, openPopup, type Popup, type PopupItem } from '../toolkit/popup.ts'

export type DrawBar = {
  readonly root: HTMLElement
  update(): void
  closeMenus(): void
}

type Part = { readonly nodes: readonly HTMLElement[]; update(): void }

type DrawingToolbarOptions = {
  readonly state: ChartState
  readonly drawings: Drawings
  /** Adds a tool to the favourites, or removes it from them. */
  toggleStar(tool: DrawTool): void
}

export function makeDrawBar(page: Document, options: DrawingToolbarOptions): DrawBar {
  const bar = new Bar(page, options)
  return { root: bar.root, update: () => bar.update(), closeMenus: () => bar.closeMenus() }
}

class Bar {
  readonly root: HTMLElement
  readonly #page: Document
  readonly #state: ChartState
  readonly #drawings: Drawings
  readonly #toggleStar: (tool: DrawTool) => void
  readonly #groups: readonly ToolGroup[]
  readonly #parts: readonly Part[]
  #popup: Popup | undefined

  constructor(page: Document, { state, drawings, toggleStar }: DrawingToolbarOptions) {
    this.#page = page
    this.#state = state
    this.#drawings = drawings
    this.#toggleStar = toggleStar
    this.#groups = offeredGroups(state.options.drawings_access)
    const parts = [
      this.#cursorPart(),
      ...this.#groups.map((group) => this.#groupPart(group)),
      this.#magnetPart(),
      ...this.#switchParts(),
      ...(state.features.has('show_object_tree') ? [this.#listPart()] : []),
      this.#removePart(),
    ]
    this.root = element(page, 'div', {
      class: 'drawbar',
      role: 'toolbar',
      'aria-orientation': 'vertical',
      'aria-label': state.messages.drawingTools,
    })
    for (const [at, part] of parts.entries()) {
      const row = element(page, 'div', { class: 'drawbar-row', role: 'none' }, [...part.nodes])
      if (at === 1 || at === 1 + this.#groups.length) row.classList.add('drawbar-apart')
      this.root.append(row)
    }
    const [cursorRow] = this.root.children
    const favourites = this.#favouritesPart()
    cursorRow?.after(...favourites.nodes)
    this.#parts = [...parts, favourites]
    columnFocus(this.root)
    this.update()
  }

  update(): void {
    for (const part of this.#parts) part.update()
  }

  closeMenus(): void {
    this.#popup?.close()
    this.#popup = undefined
  }

  #control(icon: DrawIconName, label: string, run: (control: HTMLButtonElement) => void) {
    const control = button(
      this.#page,
      { class: 'control drawbar-control', label, tabindex: '-1' },
      [drawIcon(this.#page, icon)],
    )
    control.addEventListener('click', () => run(control))
    return control
  }

  #cursorPart(): Part {
    const { session } = this.#drawings
    const control = this.#control('cursor', this.#state.messages.cursor, () =>
      session.choose(undefined),
    )
    return {
      nodes: [control],
      update: () => control.setAttribute('aria-pressed', String(session.tool === undefined)),
    }
  }

  #isStarred(tool: DrawTool): boolean {
    return this.#state.starred.drawingTools.includes(tool)
  }

  /** Favourite tools have buttons of their own. */
  #favouritesPart(): Part {
    const { session } = this.#drawings
    const { messages, features } = this.#state
    const root = element(this.#page, 'div', {
      class: 'drawbar-favourites',
      role: 'group',
      'aria-label': messages.favourites,
    })
    let shown = ''
    return {
      nodes: [root],
      update: () => {
        const mayStar = features.has('items_favoriting')
        const tools = mayStar
          ? this.#groups.flatMap(({ tools: own }) => own).filter((tool) => this.#isStarred(tool))
          : []
        root.hidden = tools.length === 0
        // Rebuilt only if the list has changed, so that the focus is kept.
        if (shown !== tools.join()) {
          shown = tools.join()
          root.replaceChildren(
            ...tools.map((tool) => {
              const control = this.#control(tool, toolLabel(tool, messages), () =>
                session.choose(session.tool === tool ? undefined : tool),
              )
              control.dataset['starred'] = tool
              return control
            }),
          )
        }
        for (const control of root.children) {
          const isChosen = control.getAttribute('data-starred') === session.tool
          control.setAttribute('aria-pressed', String(isChosen))
        }
      },
    }
  }

  #starOf(tool: DrawTool) {
    const { messages, features } = this.#state
    if (!features.has('items_favoriting')) return {}
    const label = `${messages.favourites}: ${toolLabel(tool, messages)}`
    const toggle = () => {
      this.#toggleStar(tool)
      this.update()
      return this.#isStarred(tool)
    }
    return { star: { isOn: this.#isStarred(tool), label, toggle } }
  }

  #groupPart({ label, tools }: ToolGroup): Part {
    const { session } = this.#drawings
    const { messages } = this.#state
    let shown: DrawTool = tools[0]
    const choose = (tool: DrawTool) => {
      shown = tool
      session.choose(tool)
    }
    const control = this.#control(shown, '', () =>
      session.choose(session.tool === shown ? undefined : shown),
    )
    const opener = button(
      this.#page,
      {
        class: 'control drawbar-more',
        label: messages.moreOf.replace('{group}', messages[label]),
        'aria-haspopup': 'menu',
        'aria-expanded': 'false',
        tabindex: '-1',
      },
      [drawIcon(this.#page, 'corner')],
    )
    opener.addEventListener('click', () => {
      const items = tools.map((tool) => ({
        label: toolLabel(tool, messages),
        leading: drawIcon(this.#page, tool),
        isChosen: session.tool === tool,
        ...hintOf(tool),
        ...this.#starOf(tool),
        run: () => {
          choose(tool)
          control.focus()
        },
      }))
      this.#open(opener, messages[label], items)
    })
    return {
      nodes: tools.length > 1 ? [control, opener] : [control],
      update: () => {
        const { tool } = session
        const isChosen = tool !== undefined && tools.includes(tool)
        if (isChosen) shown = tool
        const { hint } = hintOf(shown)
        const text = toolLabel(shown, messages) + (hint === undefined ? '' : ` (${hint})`)
        if (control.title !== text) control.replaceChildren(drawIcon(this.#page, shown))
        control.title = text
        control.setAttribute('aria-label', text)
        control.setAttribute('aria-pressed', String(isChosen))
        control.dataset['tool'] = shown
      },
    }
  }

  #magnetPart(): Part {
    const { session } = this.#drawings
    const { messages } = this.#state
    const text: Readonly<Record<MagnetMode, string>> = {
      off: messages.magnetOff,
      weak: messages.magnetWeak,
      strong: messages.magnetStrong,
    }
    const control = this.#control('magnet', messages.magnet, () =>
      this.#open(
        control,
        messages.magnet,
        (['off', 'weak', 'strong'] as const).map((magnet) => ({
          label: text[magnet],
          isChosen: session.magnet === magnet,
          run: () => {
            session.set({ magnet })
            control.focus()
          },
        })),
      ),
    )
    control.setAttribute('aria-haspopup', 'menu')
    return {
      nodes: [control],
      update: () => {
        const label = `${messages.magnet}: ${text[session.magnet]}`
        control.title = label
        control.setAttribute('aria-label', label)
        control.toggleAttribute('data-on', session.magnet !== 'off')
      },
    }
  }

  #switchParts(): Part[] {
    const { session } = this.#drawings
    const { messages } = this.#state
    const keep = this.#control('keep', messages.keepDrawing, () =>
      session.set({ keepsTool: !session.keepsTool }),
    )
    const lock = this.#control('unlock', messages.lockDrawings, () =>
      session.set({ isAllLocked: !session.isAllLocked }),
    )
    const hide = this.#control('eye', messages.hideDrawings, () =>
      session.set({ isAllHidden: !session.isAllHidden }),
    )
    const show = (
      control: HTMLButtonElement,
      isOn: boolean,
      icons?: [DrawIconName, DrawIconName],
    ) => {
      if (icons !== undefined && control.getAttribute('aria-pressed') !== String(isOn)) {
        control.replaceChildren(drawIcon(this.#page, icons[isOn ? 1 : 0]))
      }
      control.setAttribute('aria-pressed', String(isOn))
    }
    return [
      { nodes: [keep], update: () => show(keep, session.keepsTool) },
      { nodes: [lock], update: () => show(lock, session.isAllLocked, ['unlock', 'lock']) },
      { nodes: [hide], update: () => show(hide, session.isAllHidden, ['eye', 'eyeOff']) },
    ]
  }

  /** The list of drawings: it selects them by keyboard and shows hidden ones. */
  #listPart(): Part {
    const { store, session } = this.#drawings
    const { messages } = this.#state
    const control = this.#control('list', messages.drawingList, () => {
      const listed = store.of(this.#drawings.symbol).toReversed()
      const items = listed.map((drawing) => {
        const name = toolLabel(drawing.tool, messages)
        const isHidden = drawing.isHidden || session.isAllHidden
        return {
          label: drawing.text === '' ? name : `${name}: ${drawing.text.slice(0, 40)}`,
          leading: drawIcon(this.#page, isHidden ? 'eyeOff' : drawing.tool),
          isChosen: drawing.id === session.selected?.id,
          run: () => {
            session.set({ isAllHidden: false })
            if (drawing.isHidden) store.put([{ ...drawing, isHidden: false }])
            session.choose(undefined)
            session.select(drawing.id)
          },
        }
      })
      const none = { label: messages.noDrawings, isDisabled: true, run: () => {} }
      this.#open(control, messages.drawingList, items.length > 0 ? items : [none])
    })
    control.setAttribute('aria-haspopup', 'menu')
    return { nodes: [control], update: () => {} }
  }

  #removePart(): Part {
    const control = this.#control('trash', this.#state.messages.removeDrawings, () =>
      this.#drawings.removeAllShown(),
    )
    return { nodes: [control], update: () => {} }
  }

  #open(anchor: HTMLElement, label: string, items: readonly PopupItem[]): void {
    const wasOpen = anchor.getAttribute('aria-expanded') === 'true'
    this.closeMenus()
    if (wasOpen) return
    this.#popup = openPopup(this.#page, {
      label,
      role: 'menu',
      anchor,
      side: 'right',
      fill: (root, close) => menuRows(this.#page, root, items, close),
    })
  }
}

function hintOf(tool: DrawTool): { hint?: string } {
  const { shortcut } = toolDefinitions[tool]
  return shortcut === undefined ? {} : { hint: shortcut }
}

/** Up and down move between the controls; left and right between a tool and its group. */
function columnFocus(bar: HTMLElement): void {
  const controls = () => [...bar.querySelectorAll<HTMLElement>('button')]
  const stopAt = (chosen: HTMLElement | undefined) => {
    for (const control of controls()) control.tabIndex = control === chosen ? 0 : -1
  }
  stopAt(controls()[0])
  bar.addEventListener('focusin', ({ target }) => {
    const chosen = controls().find((control) => control === target)
    if (chosen !== undefined) stopAt(chosen)
  })
  bar.addEventListener('keydown', (event) => {
    const all = controls()
    const here = all.find((control) => control === event.target)
    if (here === undefined) return
    const rowStarts = all.filter((control) => control.previousElementSibling === null)
    const row = rowStarts.findIndex((control) => control.parentElement === here.parentElement)
    const next = {
      ArrowDown: rowStarts[(row + 1) % rowStarts.length],
      ArrowUp: rowStarts[(row - 1 + rowStarts.length) % rowStarts.length],
      ArrowRight: here.nextElementSibling,
      ArrowLeft: here.previousElementSibling,
      Home: rowStarts[0],
      End: rowStarts.at(-1),
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const target = all.find((control) => control === next)
    target?.focus()
  })
}
