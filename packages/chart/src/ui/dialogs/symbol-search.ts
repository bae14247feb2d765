// The search for a symbol: what is typed, filtered by type. Answers to what is no longer typed are
// dropped; a symbol that has been delisted is the feed's to leave out.

import { safely } from '../../primitives/events.ts'
import type { ChartState, Commands } from '../../model/chart-state.ts'
import type { DatafeedConfiguration, SearchItem } from '../../options/datafeed.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { type Dialog, openDialog } from '../toolkit/dialog.ts'
import { button, element, logos } from '../toolkit/elements.ts'

type SymbolType = { readonly name: string; readonly value: string }

/** The types of the specification (screens: all, spot, perpetual, expiry). */
const usualTypes = (messages: ChartMessages): SymbolType[] => [
  { name: messages.typeAll, value: '' },
  { name: messages.typeSpot, value: 'spot' },
  { name: messages.typePerpetual, value: 'perpetual' },
  { name: messages.typeExpiry, value: 'expiry' },
]

export type SearchPlan = {
  readonly state: ChartState
  readonly commands: Commands
  readonly configuration: DatafeedConfiguration | undefined
  readonly first: string
}

/** Opens the search with a text typed already. */
export function openSymbolSearch(page: Document, plan: SearchPlan): Dialog {
  const { state } = plan
  const { messages } = state
  const search = new SymbolSearch(page, plan, {
    choose: (item) => {
      dialog.close()
      void choose(item, plan)
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

async function choose(item: SearchItem, { state, commands }: SearchPlan): Promise<void> {
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

/** What is done with what is found. */
export type SearchHands = {
  choose(item: SearchItem): void
  /** Shown above all else before anything is typed. */
  readonly usual?: readonly SearchItem[]
  /** A second thing to do with a row, by a button at its end. */
  readonly also?: { readonly label: string; choose(item: SearchItem): void }
}

/** The field, the types and the list of a search, for a dialog to stand in. */
export class SymbolSearch {
  readonly #page: Document
  readonly #plan: SearchPlan
  readonly #hands: SearchHands
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  readonly #tabs: HTMLElement
  #type = ''
  #number = 0
  #timer: number | undefined

  constructor(page: Document, plan: SearchPlan, hands: SearchHands) {
    const { messages } = plan.state
    this.#page = page
    this.#plan = plan
    this.#hands = hands
    this.#input = element(page, 'input', {
      type: 'text',
      class: 'search-input',
      placeholder: messages.searchPlaceholder,
      'aria-label': messages.searchPlaceholder,
      autocomplete: 'off',
    })
    this.#input.value = plan.first
    // Rows with two things to do are no options of a list box.
    const role = hands.also === undefined ? 'listbox' : 'group'
    const label = messages.symbolSearch
    this.#list = element(page, 'div', { class: 'search-list', role, 'aria-label': label })
    this.#tabs = element(page, 'div', { class: 'search-types', role: 'group' })
    const given = plan.configuration?.symbols_types ?? []
    const types = given.length > 0 ? given : usualTypes(messages)
    this.#tabs.append(...types.map((type) => this.#tab(type)))
    this.#input.addEventListener('input', () => this.#soon())
    this.#input.addEventListener('keydown', (event) => this.#keyed(event))
    this.#list.addEventListener('keydown', (event) => this.#walk(event))
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

  #soon(): void {
    const view = this.#page.defaultView
    view?.clearTimeout(this.#timer)
    const delayMs = this.#plan.state.options.symbol_search_request_delay ?? 300
    this.#timer = view?.setTimeout(() => this.#ask(), delayMs)
  }

  #ask(): void {
    const { state } = this.#plan
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
    this.#list.replaceChildren(element(this.#page, 'div', { class: 'search-word' }, [text]))
  }

  #show(items: readonly SearchItem[]): void {
    if (items.length === 0) return this.#say(this.#plan.state.messages.searchNothing)
    const usual = this.#input.value === '' && this.#type === '' ? (this.#hands.usual ?? []) : []
    const others = items.filter(({ symbol }) => usual.every((one) => one.symbol !== symbol))
    const shown = [...usual, ...others].slice(0, 200)
    this.#list.replaceChildren(...shown.map((item) => this.#row(item)))
  }

  #row(item: SearchItem): HTMLElement {
    const page = this.#page
    const { also } = this.#hands
    const part = (name: string, text: string) =>
      element(page, 'span', { class: `search-${name}`, dir: 'auto' }, [text])
    const option = { role: 'option', 'aria-selected': 'false' }
    const row = button(page, { class: 'search-row', ...(also === undefined && option) }, [
      ...(this.#plan.state.features.has('show_symbol_logos') ? logos(page, item.logo_urls) : []),
      part('symbol', item.symbol),
      part('description', item.description),
      part('type', [item.type, item.exchange].filter((text) => text !== '').join(' · ')),
    ])
    row.addEventListener('click', () => this.#hands.choose(item))
    if (also === undefined) return row
    const second = button(page, { class: 'search-also', label: `${also.label}: ${item.symbol}` }, [
      also.label,
    ])
    second.addEventListener('click', () => also.choose(item))
    return element(page, 'div', { class: 'menu-row search-both', role: 'none' }, [row, second])
  }

  #keyed(event: KeyboardEvent): void {
    const [first] = this.#list.querySelectorAll<HTMLElement>('.search-row')
    if (first === undefined) return
    if (event.key === 'Enter') first.click()
    if (event.key === 'ArrowDown') first.focus()
  }

  #walk(event: KeyboardEvent): void {
    const rows = [...this.#list.querySelectorAll<HTMLElement>('.search-row')]
    const at = rows.findIndex((row) => row === event.target)
    if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (at > 0 ? rows[at - 1] : this.#input)?.focus()
    else return
    event.preventDefault()
  }
}
