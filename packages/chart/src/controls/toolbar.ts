// The bar above the chart: intervals with favourites, chart type, indicators, picture, fullscreen.

import { chartTypes } from '../canvas/price-painter.ts'
import { isStudyName, studyNames } from '../canvas/studies.ts'
import { type ChartState, chartTypeLabel, type Commands, studyLabel } from '../chart-state.ts'
import { resolutionGroup, resolutionLabel, resolutionMs } from '../resolutions.ts'
import { button, element, icon, rovingFocus, setAttribute } from './elements.ts'
import { type Menu, menuButton, type MenuGroup } from './menu.ts'

export type Toolbar = {
  readonly root: HTMLElement
  /** Shows the state again after it has changed. */
  update(): void
  closeMenus(): void
}

type Part = { readonly nodes: readonly Node[]; update(): void; close(): void }

/** Returns the bar; parts switched off by feature are not made. */
export function makeToolbar(page: Document, state: ChartState, commands: Commands): Toolbar {
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
  add('header_resolutions', () => intervalPart(page, state, commands))
  add('header_chart_type', () => chartTypePart(page, state, commands), [divider()])
  add('header_indicators', () => indicatorPart(page, state, commands), [divider()])
  root.append(element(page, 'span', { class: 'spacer' }))
  add('header_screenshot', () => picturePart(page, state, commands))
  add('header_fullscreen_button', () => fullscreenPart(page, state, commands))
  const update = () => parts.forEach((part) => part.update())
  update()
  rovingFocus(root)
  return { root, update, closeMenus: () => parts.forEach((part) => part.close()) }
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
      // The buttons are made anew only when the list has changed, so that the focus stays.
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

function chartTypePart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const menu = menuButton(page, {
    label: messages.chartType,
    face: [],
    groups: () => [
      {
        items: chartTypes.map((type) => ({
          id: type,
          label: chartTypeLabel(type, messages),
          isChosen: type === state.chartType,
          kind: 'radio' as const,
          leading: icon(page, type),
        })),
      },
    ],
    choose: (id) => {
      const type = chartTypes.find((one) => one === id)
      if (type !== undefined) commands.chooseChartType(type)
    },
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
  const menu = menuButton(page, {
    label: messages.indicators,
    face: [
      icon(page, 'indicators'),
      element(page, 'span', { class: 'wide' }, [messages.indicators]),
      icon(page, 'chevron'),
    ],
    groups: () => [
      {
        heading: messages.indicators,
        items: studyNames.map((name) => ({
          id: name,
          label: studyLabel(name, messages),
          isChosen: state.studies.includes(name),
          kind: 'check' as const,
          hint: name,
        })),
      },
    ],
    choose: (id) => {
      if (isStudyName(id)) commands.toggleStudy(id)
    },
  })
  return { nodes: [menu.button], close: menu.close, update: () => {} }
}

function picturePart(page: Document, { messages }: ChartState, commands: Commands): Part {
  const control = button(page, { class: 'control', label: messages.screenshot }, [
    icon(page, 'camera'),
  ])
  control.addEventListener('click', () => commands.savePicture())
  return { nodes: [control], close: () => {}, update: () => {} }
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
