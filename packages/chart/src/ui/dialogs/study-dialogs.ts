// The indicators dialog: a searchable list, and the studies on the chart above it.

import {
  companionSymbols,
  studyCatalogue,
  type StudyName,
  studyNames,
} from '../../model/studies/study-catalogue.ts'
import { type ChartState, type Commands, studyLabel } from '../../model/chart-state.ts'
import { button, element, icon } from '../toolkit/elements.ts'
import type { AccessList } from '../../options/options.ts'
import { type Dialog, openDialog } from '../toolkit/dialog.ts'

export type StudyDialogContext = {
  readonly page: Document
  readonly state: ChartState
  readonly commands: Commands
}

function isOnOffer(access: AccessList | undefined, names: readonly string[]): boolean {
  if (access === undefined) return true
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const isNamed = access.tools.some(
    ({ name, grayed }) => wanted.has(name.toLowerCase()) && grayed !== true,
  )
  return access.type === 'white' ? isNamed : !isNamed
}

/** The available indicators that match the query, favourites first. */
function foundStudies(state: ChartState, typed: string): StudyName[] {
  const wanted = typed.trim().toLowerCase()
  const fits = (name: StudyName) =>
    [name, studyLabel(name, state.messages), ...studyCatalogue[name].aliases].some((text) =>
      text.toLowerCase().includes(wanted),
    )
  const found = studyNames.filter(
    (name) =>
      isOnOffer(state.options.studies_access, [name, ...studyCatalogue[name].aliases]) &&
      companionSymbols(name, state.info?.companions) !== undefined &&
      fits(name),
  )
  const isStarred = (name: StudyName) => state.starred.indicators.includes(name)
  return [...found.filter(isStarred), ...found.filter((name) => !isStarred(name))]
}

/** Opens the list of indicators; it stays open while several are added. */
export function openStudies(context: StudyDialogContext): Dialog {
  const { page, state } = context
  const { messages } = state
  const list = new StudyList(context)
  const dialog = openDialog(page, {
    title: messages.indicators,
    closeLabel: messages.closeDialog,
    body: list.parts,
  })
  return dialog
}

class StudyList {
  readonly #context: StudyDialogContext
  readonly #input: HTMLInputElement
  readonly #shown: HTMLElement
  readonly #found: HTMLElement

  constructor(context: StudyDialogContext) {
    this.#context = context
    const { page, state } = context
    const { messages } = state
    this.#input = element(page, 'input', {
      type: 'text',
      class: 'search-input',
      placeholder: messages.indicatorSearch,
      'aria-label': messages.indicatorSearch,
      autocomplete: 'off',
    })
    const group = { class: 'study-group', role: 'group' }
    this.#shown = element(page, 'div', { ...group, 'aria-label': messages.onThisChart })
    this.#found = element(page, 'div', {
      ...group,
      class: 'study-group search-list',
      'aria-label': messages.indicators,
    })
    this.#input.addEventListener('input', () => this.#fill())
    this.#input.addEventListener('keydown', (event) => this.#keyed(event))
    this.#found.addEventListener('keydown', (event) => this.#moveFocus(event))
    this.#fill()
  }

  get parts(): HTMLElement[] {
    return [this.#input, this.#shown, this.#found]
  }

  #fill(): void {
    const { page, state } = this.#context
    const { messages, studies } = state
    const heading = element(page, 'div', { class: 'form-heading', 'aria-hidden': 'true' }, [
      messages.onThisChart,
    ])
    this.#shown.hidden = studies.length === 0
    this.#shown.replaceChildren(heading, ...studies.map((study) => this.#shownRow(study)))
    const found = foundStudies(state, this.#input.value)
    const nothing = element(page, 'div', { class: 'search-empty' }, [messages.searchNothing])
    this.#found.replaceChildren(
      ...(found.length === 0 ? [nothing] : found.map((name) => this.#foundRow(name))),
    )
  }

  #shownRow({ id, name, inputs }: ChartState['studies'][number]): HTMLElement {
    const { page, state, commands } = this.#context
    const { messages } = state
    const label = studyLabel(name, messages)
    const hasSeenHint = (value: unknown) => typeof value === 'number' || name === 'COMPARE'
    const numbers = Object.values(inputs).filter(hasSeenHint).join(' ')
    const settings = button(page, { class: 'menu-star', label: messages.indicatorSettings }, [
      icon(page, 'settings'),
    ])
    settings.addEventListener('click', () => commands.openDialog('studySettings', id))
    const remove = button(
      page,
      { class: 'menu-star', label: `${messages.removeIndicator}: ${label}` },
      [icon(page, 'close')],
    )
    remove.addEventListener('click', () => {
      commands.removeStudy(id)
      this.#fill()
      this.#input.focus()
    })
    return element(page, 'div', { class: 'menu-row study-row', 'data-study': id }, [
      element(page, 'span', { class: 'search-description' }, [`${label} ${numbers}`.trim()]),
      settings,
      remove,
    ])
  }

  #foundRow(name: StudyName): HTMLElement {
    const { page, state, commands } = this.#context
    const { messages, starred, features } = state
    const label = studyLabel(name, messages)
    const add = button(page, { class: 'search-row', 'data-add': name }, [
      element(page, 'span', { class: 'search-description' }, [label]),
      element(page, 'span', { class: 'search-type' }, [name]),
    ])
    add.addEventListener('click', () => {
      commands.addStudy(name)
      this.#rebuildRows(`[data-add="${name}"]`)
    })
    if (!features.has('items_favoriting')) return add
    const isOn = starred.indicators.includes(name)
    const star = button(
      page,
      {
        class: 'menu-star',
        label: `${messages.favourites}: ${label}`,
        'aria-pressed': String(isOn),
        'data-star': name,
      },
      [icon(page, 'star')],
    )
    star.addEventListener('click', () => {
      commands.toggleStar('indicators', name)
      this.#rebuildRows(`[data-star="${name}"]`)
    })
    return element(page, 'div', { class: 'menu-row' }, [add, star])
  }

  /** Rebuilds the rows and keeps the focus. */
  #rebuildRows(focus: string): void {
    this.#fill()
    this.#found.querySelector<HTMLElement>(focus)?.focus()
  }

  #keyed(event: KeyboardEvent): void {
    const first = this.#found.querySelector<HTMLElement>('.search-row')
    if (event.key === 'Enter') first?.click()
    else if (event.key === 'ArrowDown') first?.focus()
    else return
    event.preventDefault()
  }

  #moveFocus(event: KeyboardEvent): void {
    const rows = [...this.#found.querySelectorAll<HTMLElement>('.search-row')]
    const at = rows.findIndex((row) => row === event.target)
    if (at === -1) return
    if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (at > 0 ? rows[at - 1] : this.#input)?.focus()
    else return
    event.preventDefault()
  }
}
