// The compare dialog: the compared symbols, and a search that adds one on the same percent scale
// or in a new pane.

import { button, element, icon } from '../toolkit/elements.ts'
import type { SearchItem } from '../../options/datafeed.ts'
import { type Dialog, openDialog } from '../toolkit/dialog.ts'
import { type SearchOptions, SymbolSearch } from './symbol-search.ts'

/** Opens the dialog; it stays open while several symbols are added. */
export function openCompare(page: Document, options: SearchOptions): Dialog {
  const { state, commands } = options
  const { messages } = state
  const list = element(page, 'div', {
    class: 'study-group',
    role: 'group',
    'aria-label': messages.compared,
  })
  const fill = () => list.replaceChildren(...comparedRows(page, options, fill))
  const add = (item: SearchItem, place: 'scale' | 'pane') => {
    commands.compare(item.ticker ?? item.symbol, place)
    fill()
  }
  const search = new SymbolSearch(page, options, {
    choose: (item) => add(item, 'scale'),
    defaultItems: defaultItems(options),
    secondAction: { label: messages.newPane, choose: (item) => add(item, 'pane') },
  })
  const dialog = openDialog(page, {
    title: messages.compareAdd,
    closeLabel: messages.closeDialog,
    body: [list, ...search.parts],
    closed: () => search.stop(),
  })
  fill()
  search.begin()
  return dialog
}

/** The symbols that the host offers before anything is typed. */
function defaultItems({ state }: SearchOptions): readonly SearchItem[] {
  return (state.options.compare_symbols ?? []).map(({ symbol, title }) => ({
    symbol,
    description: title,
    exchange: '',
    type: '',
  }))
}

function comparedRows(
  page: Document,
  { state, commands }: SearchOptions,
  again: () => void,
): HTMLElement[] {
  const { messages, studies } = state
  const compared = studies.filter(({ name }) => name === 'COMPARE')
  if (compared.length === 0) return []
  const heading = element(page, 'div', { class: 'form-heading', 'aria-hidden': 'true' }, [
    messages.compared,
  ])
  const rows = compared.map(({ id, inputs, pane }) => {
    const symbol = String(inputs['symbol'] ?? '')
    const settings = button(
      page,
      { class: 'menu-star', label: `${messages.indicatorSettings}: ${symbol}` },
      [icon(page, 'settings')],
    )
    settings.addEventListener('click', () => commands.openDialog('studySettings', id))
    const remove = button(
      page,
      { class: 'menu-star', label: `${messages.removeIndicator}: ${symbol}` },
      [icon(page, 'close')],
    )
    remove.addEventListener('click', () => {
      commands.removeStudy(id)
      again()
    })
    return element(page, 'div', { class: 'menu-row study-row' }, [
      element(page, 'span', { class: 'search-description' }, [symbol]),
      element(page, 'span', { class: 'search-type' }, [
        pane === undefined ? messages.sameScale : messages.newPane,
      ]),
      settings,
      remove,
    ])
  })
  return [heading, ...rows]
}
