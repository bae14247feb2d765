// The bar below the chart: quick ranges, the clock with its time zone, and the scale modes.
import type { ChartState, Commands } from '../../model/chart-state.ts'
import type { ChartMessages } from '../../options/messages.ts'
import type { TimeFrame } from '../../options/options.ts'
import { zoneLabel, zoneNames, zoneOf } from '../../primitives/time-zone.ts'
import { button, element, icon, rovingFocus, setText } from '../toolkit/elements.ts'
import { menuButton } from '../toolkit/menu.ts'
import type { ScaleMode } from '../../model/price-scale.ts'

export type Footer = {
  readonly root: HTMLElement
  update(): void
  /** Shows the time; called once a second. */
  tick(nowMs: number): void
  closeMenus(): void
}

type Part = { readonly nodes: readonly Node[]; update(): void; close(): void }

/** Returns the bar, without the parts that features switch off. */
export function makeFooter(page: Document, state: ChartState, commands: Commands): Footer {
  const { features, messages } = state
  const root = element(page, 'div', {
    class: 'footer',
    role: 'toolbar',
    'aria-label': messages.timeRange,
  })
  const ranges = element(
    page,
    'div',
    { class: 'group', role: 'group', 'aria-label': messages.timeRange },
    state.timeFrames.map((frame) => rangeButton(page, frame, { commands, messages })),
  )
  const clock = element(page, 'span', { class: 'clock' })
  const zone = zonePart(page, state, { commands, clock })
  const scale = features.has('main_series_scale_menu')
    ? scalePart(page, state, commands)
    : undefined
  root.append(ranges)
  if (features.has('go_to_date')) {
    const control = button(page, { class: 'control', label: messages.goToDate }, [
      icon(page, 'calendar'),
    ])
    control.addEventListener('click', () => commands.openDialog('gotoDate'))
    root.append(control)
  }
  root.append(element(page, 'span', { class: 'spacer' }), ...zone.nodes)
  if (scale !== undefined) root.append(element(page, 'span', { class: 'divider' }), ...scale.nodes)
  const update = () => {
    zone.update()
    scale?.update()
  }
  update()
  rovingFocus(root)
  return {
    root,
    update,
    tick: (nowMs) => setText(clock, clockText(state.timezone, nowMs)),
    closeMenus: zone.close,
  }
}

function clockText(timezone: string, nowMs: number): string {
  const { hour, minute, second } = zoneOfCached(timezone).wallTime(nowMs)
  return [hour, minute, second].map((value) => String(value).padStart(2, '0')).join(':')
}

let cachedZone = zoneOf('Etc/UTC')

/** Caches the last zone: the clock needs it once a second, and making one is expensive. */
function zoneOfCached(id: string) {
  if (cachedZone.id !== id) cachedZone = zoneOf(id)
  return cachedZone
}

function rangeButton(
  page: Document,
  frame: TimeFrame,
  { commands, messages }: { commands: Commands; messages: ChartMessages },
): HTMLButtonElement {
  const labels = frame.title ?? frame.text
  // A screen reader cannot tell whether "1m" is a minute or a month.
  const label = frame.description ?? `${messages.timeRange} ${labels}`
  const control = button(page, { class: 'control', label }, [labels])
  control.addEventListener('click', () => commands.chooseTimeFrame(frame))
  return control
}

function zonePart(
  page: Document,
  state: ChartState,
  { commands, clock }: { commands: Commands; clock: HTMLElement },
): Part {
  const label = element(page, 'span', {})
  const face = [element(page, 'span', { class: 'wide' }, [clock, ' ']), label]
  const update = () => setText(label, zoneLabel(zoneOfCached(state.timezone), Date.now()))
  if (!state.features.has('timezone_menu')) {
    return { nodes: [element(page, 'span', { class: 'clock' }, face)], update, close: () => {} }
  }
  const menu = menuButton(page, {
    label: state.messages.timeZone,
    face,
    opensUp: true,
    groups: () => [{ heading: state.messages.timeZone, items: zoneItems(state.timezone) }],
    choose: commands.chooseTimezone,
  })
  return { nodes: [menu.button], update, close: menu.close }
}

function zoneItems(chosen: string) {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const nowMs = Date.now()
  const names = new Set<string>([...zoneNames, own, chosen].filter((name) => name !== 'UTC'))
  return [...names]
    .map((id) => ({ id, zone: zoneOf(id) }))
    .toSorted((a, b) => a.zone.offsetMs(nowMs) - b.zone.offsetMs(nowMs))
    .map(({ id, zone }) => ({
      id,
      label: id === 'Etc/UTC' ? 'UTC' : (id.split('/').at(-1) ?? id).replaceAll('_', ' '),
      hint: id === 'Etc/UTC' ? '' : zoneLabel(zone, nowMs),
      isChosen: id === chosen,
      kind: 'radio' as const,
    }))
}

function scalePart(page: Document, state: ChartState, commands: Commands): Part {
  const { messages } = state
  const labels: Readonly<Record<ScaleMode, readonly [string, string]>> = {
    normal: [messages.scaleNormalShort, messages.scaleNormal],
    log: [messages.scaleLogShort, messages.scaleLog],
    percent: ['%', messages.scalePercent],
    indexed: [messages.scaleIndexedShort, messages.scaleIndexed],
  }
  const modes = ['indexed', 'percent', 'log', 'normal'] as const
  const controls = modes.map((mode) => {
    const [short, long] = labels[mode]
    const control = button(page, { class: 'control', label: long, role: 'radio' }, [short])
    control.addEventListener('click', () => commands.chooseScale(mode))
    return { mode, control }
  })
  const group = element(
    page,
    'div',
    { class: 'group', role: 'radiogroup', 'aria-label': messages.priceScale },
    controls.map(({ control }) => control),
  )
  return {
    nodes: [group],
    close: () => {},
    update: () => {
      for (const { mode, control } of controls) {
        control.setAttribute('aria-checked', String(mode === state.scale))
      }
    },
  }
}
