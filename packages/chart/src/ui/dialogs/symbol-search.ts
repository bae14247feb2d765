// The symbol search: filtered by type; answers to an outdated query are dropped.

import { safely } from '../../primitives/events.ts'
import type { ChartState, Commands } from '../../model/chart-state.ts'
import type { DatafeedConfiguration, SearchItem } from '../../options/datafeed.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { type Dialog, openDialog } from '../toolkit/dialog.ts'
import { button, element, logos } from '../toolkit/elements.ts'

type SymbolType = { readonly name: string; readonly value: string }

/** The types of the specification (screens: all, spot, perpetual, expiry). */
const defaultTypes = (messages: ChartMessages): SymbolType[] => [
  { name: messages.typeAll, value: '' },
  { name: messages.typeSpot, value: 'spot' },
  { name: messages.typePerpetual, value: 'perpetual' },
  { name: messages.typeExpiry, value: 'expiry' },
]

export type SearchOptions = {
  readonly state: ChartState
  readonly commands: Commands
  readonly configuration: DatafeedConfiguration | undefined
  readonly first: string
}

/** Opens the search with an initial text. */
export function openSymbolSearch(page: Document, options: SearchOptions): Dialog {
  const { state } = options
  const { messages } = state
  const search = new SymbolSearch(page, options, {
    choose: (item) => {
      dialog.close()
      void choose(item, options)
    },
  })
  const dialog = openDialog(page, {
    title: messages.symbolSearch,
    closeLabel: messages.closeDialog,
    body: search.parts,
    closed: () => search.stop(),
  })
  search.begin()
  return dialog
}

async function choose(item: SearchItem, { state, commands }: SearchOptions): Promise<void> {
  const wanted = item.ticker ?? item.symbol
  const complete = state.options.symbol_search_complete
  if (complete === undefined) return commands.openSymbol(wanted)
  try {
    const { symbol } = await complete(wanted, item)
    commands.openSymbol(symbol)
  } catch (failure) {
    console.warn('The host did not complete the symbol', failure)
  }
}

/** The actions of search results. */
export type SearchHandlers = {
  choose(item: SearchItem): void
  /** The results shown before anything is typed. */
  readonly defaultItems?: readonly SearchItem[]
  /** A second action of a row, by a button at its end. */
  readonly secondAction?: { readonly label: string; choose(item: SearchItem): void }
}

/** The input, the types and the results of a search, for use in a dialog. */
export class SymbolSearch {
  readonly #page: Document
  readonly #options: SearchOptions
  readonly #handlers: SearchHandlers
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  readonly #tabs: HTMLElement
  #type = ''
  #number = 0
  #timer: number | undefined

  constructor(page: Document, options: SearchOptions, handlers: SearchHandlers) {
    const { messages } = options.state
    this.#page = page
    this.#options = options
    this.#handlers = handlers
    this.#input = element(page, 'input', {
      type: 'text',
      class: 'search-input',
      placeholder: messages.searchPlaceholder,
      'aria-label': messages.searchPlaceholder,
      autocomplete: 'off',
    })
    this.#input.value = options.first
    // Rows with two actions cannot be options of a list box.
    const role = handlers.secondAction === undefined ? 'listbox' : 'group'
    const label = messages.symbolSearch
    this.#list = element(page, 'div', { class: 'search-list', role, 'aria-label': label })
    this.#tabs = element(page, 'div', { class: 'search-types', role: 'group' })
    const given = options.configuration?.symbols_types ?? []
    const types = given.length > 0 ? given : defaultTypes(messages)
    this.#tabs.append(...types.map((type) => this.#tab(type)))
    this.#input.addEventListener('input', () => this.#schedule())
    this.#input.addEventListener('keydown', (event) => this.#keyed(event))
    this.#list.addEventListener('keydown', (event) => this.#moveFocus(event))
  }

  get parts(): HTMLElement[] {
    return [this.#input, this.#tabs, this.#list]
  }

  begin(): void {
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length)
    this.#ask()
  }

  stop(): void {
    this.#number += 1
    this.#page.defaultView?.clearTimeout(this.#timer)
  }

  #tab({ name, value }: SymbolType): HTMLButtonElement {
    const control = button(
      this.#page,
      { class: 'control', 'data-type': value, 'aria-pressed': String(value === '') },
      [name],
    )
    control.addEventListener('click', () => {
      this.#type = value
      for (const tab of this.#tabs.children) {
        tab.setAttribute('aria-pressed', String(tab === control))
      }
      this.#ask()
    })
    return control
  }

  #schedule(): void {
    const view = this.#page.defaultView
    view?.clearTimeout(this.#timer)
    const delayMs = this.#options.state.options.symbol_search_request_delay ?? 300
    this.#timer = view?.setTimeout(() => this.#ask(), delayMs)
  }

  #ask(): void {
    const { state } = this.#options
    this.#number += 1
    const number = this.#number
    const input = state.features.has('uppercase_instrument_names')
      ? this.#input.value.toUpperCase()
      : this.#input.value
    this.#say(state.messages.searching)
    const { datafeed } = state.options
    if (datafeed.searchSymbols === undefined) return this.#say(state.messages.searchNothing)
    safely(() =>
      datafeed.searchSymbols?.(input.trim(), '', this.#type, (items) => {
        if (number === this.#number) this.#show(Array.isArray(items) ? items : [])
      }),
    )
  }

  #say(text: string): void {
    this.#list.replaceChildren(element(this.#page, 'div', { class: 'search-empty' }, [text]))
  }

  #show(items: readonly SearchItem[]): void {
    if (items.length === 0) return this.#say(this.#options.state.messages.searchNothing)
    const defaultItems =
      this.#input.value === '' && this.#type === '' ? (this.#handlers.defaultItems ?? []) : []
    const others = items.filter(({ symbol }) => defaultItems.every((one) => one.symbol !== symbol))
    const shown = [...defaultItems, ...others].slice(0, 200)
    this.#list.replaceChildren(...shown.map((item) => this.#row(item)))
  }

  #row(item: SearchItem): HTMLElement {
    const page = this.#page
    const { secondAction } = this.#handlers
    const part = (name: string, text: string) =>
      element(page, 'span', { class: `search-${name}`, dir: 'auto' }, [text])
    const option = { role: 'option', 'aria-selected': 'false' }
    const row = button(page, { class: 'search-row', ...(secondAction === undefined && option) }, [
      ...(this.#options.state.features.has('show_symbol_logos') ? logos(page, item.logo_urls) : []),
      part('symbol', item.symbol),
      part('description', item.description),
      part('type', [item.type, item.exchange].filter((text) => text !== '').join(' · ')),
    ])
    row.addEventListener('click', () => this.#handlers.choose(item))
    if (secondAction === undefined) return row
    const second = button(
      page,
      { class: 'search-second', label: `${secondAction.label}: ${item.symbol}` },
      [secondAction.label],
    )
    second.addEventListener('click', () => secondAction.choose(item))
    return element(page, 'div', { class: 'menu-row search-both', role: 'none' }, [row, second])
  }

  #keyed(event: KeyboardEvent): void {
    const [first] = this.#list.querySelectorAll<HTMLElement>('.search-row')
    if (first === undefined) return
    if (event.key === 'Enter') first.click()
    if (event.key === 'ArrowDown') first.focus()
  }

  #moveFocus(event: KeyboardEvent): void {
    const rows = [...this.#list.querySelectorAll<HTMLElement>('.search-row')]
    const at = rows.findIndex((row) => row === event.target)
    if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (at > 0 ? rows[at - 1] : this.#input)?.focus()
    else return
    event.preventDefault()
  }
}
