// Header parts beside the basic ones: symbol, undo and redo, layouts, settings.

import { type ChartState, type Commands, titleOf } from '../../model/chart-state.ts'
import {
  button,
  element,
  icon,
  type IconName,
  logos,
  setAttribute,
  setText,
} from '../toolkit/elements.ts'
import { menuButton } from '../toolkit/menu.ts'

export type Part = { readonly nodes: readonly Node[]; update(): void; close(): void }

export function symbolPart(page: Document, state: ChartState, commands: Commands): Part {
  const label = element(page, 'span', { class: 'symbol-name', dir: 'auto' })
  const control = button(page, { class: 'control symbol', label: state.messages.symbolSearch }, [
    icon(page, 'search'),
    label,
  ])
  control.addEventListener('click', () => commands.openDialog('symbolSearch'))
  let shown: readonly string[] | undefined
  const update = () => {
    setText(label, titleOf(state))
    const urls = state.features.has('show_symbol_logos') ? state.info?.logo_urls : undefined
    if (urls === shown) return
    shown = urls
    control.querySelector('.symbol-logos')?.remove()
    label.before(...logos(page, urls))
  }
  return { nodes: [control], close: () => {}, update }
}

export function comparePart(page: Document, { messages }: ChartState, commands: Commands): Part {
  const control = button(page, { class: 'control compare', label: messages.compareAdd }, [
    icon(page, 'compare'),
  ])
  control.setAttribute('aria-haspopup', 'dialog')
  control.addEventListener('click', () => commands.openDialog('compare'))
  return { nodes: [control], close: () => {}, update: () => {} }
}

export function undoPart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const make = (name: IconName, label: string, run: () => void) => {
    const control = button(page, { class: 'control', label }, [icon(page, name)])
    control.addEventListener('click', run)
    return control
  }
  const undo = make('undo', messages.undo, () => commands.undo())
  const redo = make('redo', messages.redo, () => commands.redo())
  const show = (control: HTMLElement, isOn: boolean, label: string) => {
    setAttribute(control, 'aria-disabled', isOn ? undefined : 'true')
    setAttribute(control, 'aria-label', label)
    control.title = label
  }
  return {
    nodes: [undo, redo],
    close: () => {},
    update: () => {
      const { enableUndo, undoText, enableRedo, redoText } = commands.undoRedoState()
      show(undo, enableUndo, enableUndo ? `${messages.undo}: ${undoText}` : messages.undo)
      show(redo, enableRedo, enableRedo ? `${messages.redo}: ${redoText}` : messages.redo)
    },
  }
}

export function settingsPart(page: Document, { messages }: ChartState, commands: Commands): Part {
  const control = button(page, { class: 'control', label: messages.settings }, [
    icon(page, 'settings'),
  ])
  control.addEventListener('click', () => commands.openDialog('chartProperties'))
  return { nodes: [control], close: () => {}, update: () => {} }
}

export function layoutPart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const menu = menuButton(page, {
    label: messages.layouts,
    face: [icon(page, 'save')],
    groups: () => [
      {
        heading: state.layoutName === '' ? messages.layouts : state.layoutName,
        items: [
          { id: 'saveLayout', label: messages.saveLayout, isChosen: false, kind: 'radio' as const },
          { id: 'loadLayout', label: messages.loadLayout, isChosen: false, kind: 'radio' as const },
        ],
      },
    ],
    choose: (id) => {
      if (id === 'saveLayout' || id === 'loadLayout') commands.openDialog(id)
    },
  })
  return { nodes: [menu.button], close: menu.close, update: () => {} }
}
