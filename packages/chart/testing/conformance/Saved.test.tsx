// Layouts, settings and templates written by version 0.1.0 still load.

import { afterEach, expect, it } from 'vitest'
import type { ChartOptions } from '../../src/options/options.ts'
import { clearLab, inside, readyWidget, saved, until } from '../chart-lab.ts'
import old from '../fixtures/saved-0.1.0.json'

afterEach(clearLab)

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

it('a layout of 0.1.0 loads with all its parts and is saved byte for byte', async () => {
  const widget = await readyWidget()
  widget.load(old.layout)
  const chart = widget.activeChart()
  expect(chart.getAllShapes()).toEqual(old.shapes)
  expect(chart.getAllStudies().toSorted(byId)).toEqual(old.studies.toSorted(byId))
  expect(chart.chartType()).toBe(9)
  expect(chart.getTimezone()).toBe('Europe/Berlin')
  expect(chart.priceScaleMode()).toBe(2)
  expect(await saved(widget)).toBe(JSON.stringify(old.layout))
})

it('settings of 0.1.0 are used by the next chart', async () => {
  const settings_adapter: ChartOptions['settings_adapter'] = {
    initialSettings: old.settings,
    setValue: () => {},
    removeValue: () => {},
  }
  const widget = await readyWidget({ settings_adapter })
  const chart = widget.activeChart()
  expect(chart.getAllShapes()).toEqual(old.shapes)
  expect(chart.getAllStudies()).toEqual(old.studies)
  expect(chart.chartType()).toBe(9)
  expect(chart.getTimezone()).toBe('Europe/Berlin')
  expect(chart.priceScaleMode()).toBe(2)
  expect(widget.magnetMode().value()).toBe(1)
  expect(inside(widget, '.intervals')?.textContent).toBe('3m30m')
  expect(inside(widget, '[data-starred="ray"]')).not.toBeNull()
  chart.executeActionById('insertIndicator')
  await until(() => expect(inside(widget, '[data-add]')?.dataset['add']).toBe('RSI'))
  const [from, to] = chart.getSeries().bars().slice(-30)
  const points = [from, to].map((bar) => ({ time: (bar?.time ?? 0) / 1000, price: 100 }))
  const id = await chart.createMultipointShape(points, { shape: 'trend_line' })
  expect(chart.getShapeById(id ?? '').getProperties()).toMatchObject({
    linecolor: '#778899',
    linewidth: 3,
  })
})

it('a template of 0.1.0 is applied', async () => {
  const widget = await readyWidget()
  const chart = widget.activeChart()
  chart.removeAllStudies()
  expect(chart.applyStudyTemplate(old.template)).toBe(true)
  const names = chart.getAllStudies().map(({ name }) => name)
  expect(names.toSorted()).toEqual(old.studies.map(({ name }) => name).toSorted())
})
