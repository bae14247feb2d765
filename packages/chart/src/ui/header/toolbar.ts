// The header: intervals with favourites, chart type, indicators, screenshot, fullscreen.
import { type ChartState, chartTypeLabel, type Commands } from '../../model/chart-state.ts'
import type { HostButtons } from './host-buttons.ts'
import { resolutionGroup, resolutionLabel, resolutionMs } from '../../primitives/resolutions.ts'
import { button, element, icon, rovingFocus, setAttribute } from '../toolkit/elements.ts'
import {
  comparePart,
  layoutPart,
  type Part,
  settingsPart,
  symbolPart,
  undoPart,
} from './header-parts.ts'
import { type Menu, menuButton, type MenuGroup } from '../toolkit/menu.ts'
import { chartTypes } from '../../model/chart-type.ts'

export type Toolbar = {
  readonly root: HTMLElement
  /** Updates the controls after the state has changed. */
  update(): void
  closeMenus(): void
}

/** Returns the bar, without the parts that features switch off. */
export function makeToolbar(
  page: Document,
  state: ChartState,
  { commands, hostButtons }: { commands: Commands; hostButtons: HostButtons },
): Toolbar {
  const { features, messages } = state
  const divider = () => element(page, 'span', { class: 'divider' })
  const parts: Part[] = []
  const root = element(page, 'div', {
    class: 'toolbar',
    role: 'toolbar',
    'aria-label': messages.toolbar,
  })
  const add = (feature: string, part: () => Part, lead: readonly Node[] = []) => {
    if (!features.has(feature)) return
    const made = part()
    parts.push(made)
    root.append(...(root.childElementCount > 0 ? lead : []), ...made.nodes)
  }
  add('header_symbol_search', () => symbolPart(page, state, commands))
  add('header_compare', () => comparePart(page, state, commands))
  add('header_resolutions', () => intervalPart(page, state, commands), [divider()])
  add('header_chart_type', () => chartTypePart(page, state, commands), [divider()])
  add('header_indicators', () => indicatorPart(page, state, commands), [divider()])
  if (features.has('header_indicators')) {
    add('study_templates', () => templatePart(page, state, commands))
  }
  add('header_undo_redo', () => undoPart(page, state, commands), [divider()])
  const left = element(page, 'div', { class: 'group' })
  const right = element(page, 'div', { class: 'group' })
  root.append(left, element(page, 'span', { class: 'spacer' }), right)
  const fillHostButtons = () => {
    left.replaceChildren(...hostButtons.items('left'))
    right.replaceChildren(...hostButtons.items('right'))
  }
  hostButtons.onChange = fillHostButtons
  fillHostButtons()
  if (state.options.save_load_adapter !== undefined) {
    add('header_saveload', () => layoutPart(page, state, commands))
  }
  if (features.has('property_pages')) {
    add('header_settings', () => settingsPart(page, state, commands))
  }
  add('header_screenshot', () => screenshotPart(page, state, commands))
  add('header_fullscreen_button', () => fullscreenPart(page, state, commands))
  const update = () => parts.forEach((part) => part.update())
  update()
  rovingFocus(root)
  return {
    root,
    update,
    closeMenus: () => parts.forEach((part) => part.close()),
  }
}

const ordered = (intervals: readonly string[]) =>
  intervals.toSorted((a, b) => resolutionMs(a) - resolutionMs(b))

function intervalGroups(state: ChartState): MenuGroup[] {
  const { messages, favourites, features } = state
  const headings = { minutes: messages.minutes, hours: messages.hours, days: messages.days }
  return (['minutes', 'hours', 'days'] as const)
    .map((group) => ({
      heading: headings[group],
      items: ordered(state.intervals)
        .filter((interval) => resolutionGroup(interval) === group)
        .map((interval) => {
          const isOn = favourites.includes(interval)
          const label = isOn ? messages.removeFavourite : messages.addFavourite
          return {
            id: interval,
            label: resolutionLabel(interval),
            isChosen: interval === state.interval,
            kind: 'radio' as const,
            ...(features.has('items_favoriting') && { star: { isOn, label } }),
          }
        }),
    }))
    .filter(({ items }) => items.length > 0)
}

function intervalPart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const row = element(page, 'div', {
    class: 'intervals',
    role: 'group',
    'aria-label': messages.intervals,
  })
  const menu = menuButton(page, {
    label: messages.moreIntervals,
    face: [],
    groups: () => intervalGroups(state),
    choose: commands.chooseInterval,
    star: commands.toggleFavourite,
  })
  let shown = ''
  return {
    nodes: [row, menu.button],
    close: menu.close,
    update: () => {
      const inline = ordered(state.favourites.filter((one) => state.intervals.includes(one)))
      const isInline = inline.includes(state.interval)
      const current = element(page, 'span', { class: isInline ? 'narrow' : '' }, [
        resolutionLabel(state.interval),
      ])
      menu.setFace([current, icon(page, 'chevron')])
      setAttribute(menu.button, 'aria-pressed', isInline ? undefined : 'true')
      // Rebuilt only if the list has changed, so that the focus is kept.
      if (shown !== inline.join()) {
        shown = inline.join()
        row.replaceChildren(...inline.map((interval) => intervalButton(page, interval, commands)))
      }
      for (const control of row.children) {
        const isChosen = control.getAttribute('data-interval') === state.interval
        control.setAttribute('aria-pressed', String(isChosen))
      }
    },
  }
}

function intervalButton(page: Document, interval: string, commands: Commands): HTMLButtonElement {
  const control = button(page, { class: 'control', 'data-interval': interval, tabindex: '-1' }, [
    resolutionLabel(interval),
  ])
  control.addEventListener('click', () => commands.chooseInterval(interval))
  return control
}

/** Favourites first; the rest keeps its order. */
function starredFirst<Name extends string>(names: readonly Name[], starred: readonly string[]) {
  const isStarred = (name: string) => starred.includes(name)
  return [...names.filter(isStarred), ...names.filter((name) => !isStarred(name))]
}

function starOf({ messages, starred, features }: ChartState, kind: 'chartTypes', name: string) {
  if (!features.has('items_favoriting')) return {}
  const isOn = starred[kind].includes(name)
  const label = isOn ? messages.removeFavourite : messages.addFavourite
  return { star: { isOn, label } }
}

function chartTypePart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const menu = menuButton(page, {
    label: messages.chartType,
    face: [],
    groups: () => [
      {
        items: starredFirst(chartTypes, state.starred.chartTypes).map((type) => ({
          id: type,
          label: chartTypeLabel(type, messages),
          isChosen: type === state.chartType,
          kind: 'radio' as const,
          leading: icon(page, type),
          ...starOf(state, 'chartTypes', type),
        })),
      },
    ],
    choose: (id) => {
      const type = chartTypes.find((one) => one === id)
      if (type !== undefined) commands.chooseChartType(type)
    },
    star: (type) => commands.toggleStar('chartTypes', type),
  })
  return {
    nodes: [menu.button],
    close: menu.close,
    update: () => {
      menu.setFace([icon(page, state.chartType), icon(page, 'chevron')])
      const label = `${messages.chartType}: ${chartTypeLabel(state.chartType, messages)}`
      nameControl(menu, label)
    },
  }
}

function nameControl(menu: Menu, label: string): void {
  menu.button.setAttribute('aria-label', label)
  menu.button.title = label
}

function indicatorPart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const control = button(page, { class: 'control', label: messages.indicators }, [
    icon(page, 'indicators'),
    element(page, 'span', { class: 'wide' }, [messages.indicators]),
  ])
  control.setAttribute('aria-haspopup', 'dialog')
  control.addEventListener('click', () => commands.openDialog('indicators'))
  return { nodes: [control], close: () => {}, update: () => {} }
}

const saveTemplateId = 'template'
const templateLead = 'template:'

function templatePart(page: Document, { messages }: ChartState, commands: Commands): Part {
  const entry = (id: string, label: string) => ({
    id,
    label,
    isChosen: false,
    kind: 'radio' as const,
  })
  const menu = menuButton(page, {
    label: messages.templates,
    face: [icon(page, 'chevron')],
    groups: () => [
      {
        heading: messages.templates,
        items: [
          ...commands.studyTemplates().map((name) => entry(`${templateLead}${name}`, name)),
          entry(saveTemplateId, messages.saveTemplate),
        ],
      },
    ],
    choose: (id) => {
      if (id === saveTemplateId) commands.openDialog('saveStudyTemplate')
      else commands.applyStudyTemplate(id.slice(templateLead.length))
    },
  })
  return { nodes: [menu.button], close: menu.close, update: () => {} }
}

function screenshotPart(
  page: Document,
  { messages, options }: ChartState,
  commands: Commands,
): Part {
  const runs: Readonly<Record<string, readonly [string, () => void]>> = {
    save: [messages.screenshot, () => commands.saveScreenshot()],
    copy: [messages.copyScreenshot, () => commands.copyScreenshot()],
    open: [messages.openScreenshot, () => commands.openScreenshot()],
    ...(options.snapshot_url && {
      link: [messages.linkScreenshot, () => commands.linkScreenshot()] as const,
    }),
  }
  const menu = menuButton(page, {
    label: messages.screenshot,
    face: [icon(page, 'camera')],
    groups: () => [
      {
        items: Object.entries(runs).map(([id, [label]]) => ({
          id,
          label,
          isChosen: false,
          kind: 'radio' as const,
        })),
      },
    ],
    choose: (id) => runs[id]?.[1](),
  })
  return { nodes: [menu.button], close: menu.close, update: () => {} }
}

function fullscreenPart(page: Document, { messages }: ChartState, commands: Commands): Part {
  const control = button(page, { class: 'control', label: messages.fullscreen }, [])
  control.addEventListener('click', () => commands.toggleFullscreen())
  return {
    nodes: [control],
    close: () => {},
    update: () => {
      const isFull = commands.isFullscreen()
      const label = isFull ? messages.exitFullscreen : messages.fullscreen
      control.replaceChildren(icon(page, isFull ? 'leaveFullscreen' : 'fullscreen'))
      control.setAttribute('aria-label', label)
      control.title = label
    },
  }
}
