// Small dialogs: go to date, change interval, symbol info, names of layouts and templates.

import {
  type ChartState,
  type Commands,
  type DialogName,
  titleOf,
} from '../../model/chart-state.ts'
import type { DatafeedConfiguration } from '../../options/datafeed.ts'
import type { ChartRecord } from '../../options/save-load-adapter.ts'
import { normalResolution } from '../../primitives/resolutions.ts'
import { zoneOf } from '../../primitives/time-zone.ts'
import { type Dialog, field, openDialog } from '../toolkit/dialog.ts'
import { openForm } from '../toolkit/form.ts'
import { openSettings } from './settings-dialog.ts'
import { openStudies } from './study-dialogs.ts'
import { openStudySettings } from './study-settings.ts'
import { openCompare } from './compare-dialog.ts'
import { button, element, icon } from '../toolkit/elements.ts'
import { openSymbolSearch } from './symbol-search.ts'

export type DialogContext = {
  readonly page: Document
  readonly state: ChartState
  readonly commands: Commands
  readonly configuration: DatafeedConfiguration | undefined
  nowMs(): number
}

/** Opens a dialog by its name; `first` is the text typed so far, or a study's id. */
export function openChartDialog(
  context: DialogContext,
  name: DialogName,
  first = '',
): Dialog | undefined {
  const openers: Readonly<Record<DialogName, () => Dialog | undefined>> = {
    symbolSearch: () => openSymbolSearch(context.page, { ...context, first }),
    changeInterval: () => openInterval(context, first),
    chartProperties: () => openSettings(context),
    gotoDate: () => openDate(context),
    indicators: () => openStudies(context),
    compare: () => openCompare(context.page, { ...context, first }),
    studySettings: () => openStudySettings(context, first),
    symbolInfo: () => openSymbolInfo(context),
    loadLayout: () => openLayouts(context),
    saveLayout: () => openName(context, 'layout'),
    saveStudyTemplate: () => openName(context, 'template'),
  }
  return openers[name]()
}

const formOf = ({ page, state }: DialogContext) => ({ page, messages: state.messages })

function openDate(context: DialogContext): Dialog {
  const { page, state, commands } = context
  const { messages } = state
  const zone = zoneOf(state.timezone)
  const today = new Date(context.nowMs() + zone.offsetMs(context.nowMs()))
    .toISOString()
    .slice(0, 10)
  const date = field(page, { label: messages.date, type: 'date', value: today })
  return openForm(formOf(context), {
    title: messages.goToDate,
    body: [date.root],
    main: messages.goTo,
    submit: () => {
      const dayMs = Date.parse(`${date.input.value}T00:00:00Z`)
      if (!Number.isFinite(dayMs)) return false
      commands.centerTime(dayMs - zone.offsetMs(dayMs))
      return true
    },
  })
}

function openInterval(context: DialogContext, first: string): Dialog {
  const { page, state, commands } = context
  const { messages } = state
  const interval = field(page, {
    label: messages.changeInterval,
    type: 'text',
    value: first,
    placeholder: messages.intervalHint,
  })
  const warning = element(page, 'p', { class: 'dialog-complaint', role: 'alert' })
  return openForm(formOf(context), {
    title: messages.changeInterval,
    body: [interval.root, warning],
    main: messages.confirm,
    submit: () => {
      const wanted = normalResolution(interval.input.value)
      const mayAny = state.features.has('custom_resolutions')
      if (wanted === undefined || (!mayAny && !state.intervals.includes(wanted))) {
        warning.textContent = messages.intervalUnknown
        return false
      }
      commands.chooseInterval(wanted)
      return true
    },
  })
}

function openSymbolInfo({ page, state }: DialogContext): Dialog {
  const { messages, info } = state
  const tick = info === undefined ? '' : String((info.minmov ?? 1) / info.pricescale)
  const extra = state.options.additional_symbol_info_fields ?? []
  const pairs: [string, string][] = [
    [messages.description, info?.description ?? ''],
    [messages.exchange, info?.exchange ?? info?.listed_exchange ?? ''],
    [messages.symbolType, info?.type ?? ''],
    [messages.tickSize, tick],
    [messages.tradingHours, info?.session ?? '24x7'],
    [messages.timeZone, info?.timezone ?? ''],
    ...extra.map(({ title, propertyName }): [string, string] => [
      title,
      String(Reflect.get(Object(info), propertyName) ?? ''),
    ]),
  ]
  const list = element(
    page,
    'dl',
    { class: 'pairs' },
    pairs
      .filter(([, value]) => value !== '')
      .flatMap(([key, value]) => [
        element(page, 'dt', {}, [key]),
        element(page, 'dd', { dir: 'auto' }, [value]),
      ]),
  )
  return openDialog(page, { title: titleOf(state), closeLabel: messages.closeDialog, body: [list] })
}

function openName(context: DialogContext, what: 'layout' | 'template'): Dialog {
  const { page, state, commands } = context
  const { messages } = state
  const isLayout = what === 'layout'
  const value = isLayout ? state.layoutName : ''
  const name = field(page, { label: messages.name, type: 'text', value })
  return openForm(formOf(context), {
    title: isLayout ? messages.saveLayout : messages.saveTemplate,
    body: [name.root],
    main: messages.save,
    submit: () => {
      const text = name.input.value.trim()
      if (text === '') return false
      if (isLayout) void commands.layout.save(text)
      else void commands.layout.saveTemplate(text)
      return true
    },
  })
}

function openLayouts({ page, state, commands }: DialogContext): Dialog {
  const { messages } = state
  const list = element(page, 'div', { class: 'search-list' })
  const say = (text: string) =>
    list.replaceChildren(element(page, 'div', { class: 'search-empty' }, [text]))
  const row = (record: ChartRecord) => {
    const open = button(page, { class: 'search-row' }, [
      element(page, 'span', { class: 'search-symbol' }, [record.name]),
      element(page, 'span', { class: 'search-description' }, [
        `${record.symbol} · ${record.resolution}`,
      ]),
    ])
    open.addEventListener('click', () => {
      dialog.close()
      void commands.layout.open(record)
    })
    const drop = button(page, { class: 'menu-star', label: messages.deleteLayout }, [
      icon(page, 'close'),
    ])
    drop.addEventListener('click', () => void commands.layout.drop(record.id).then(fill))
    return element(page, 'div', { class: 'menu-row' }, [open, drop])
  }
  const fill = async () => {
    const charts = await commands.layout.charts()
    if (charts.length === 0) say(messages.noLayouts)
    else list.replaceChildren(...charts.map(row))
  }
  say(messages.searching)
  const dialog = openDialog(page, {
    title: messages.layouts,
    closeLabel: messages.closeDialog,
    body: [list],
  })
  void fill()
  return dialog
}
