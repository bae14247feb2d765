// The settings of one study: inputs, plot styles and decimals. Each change is one undoable step.

import { plotTone } from '../../canvas/study-painter.ts'
import { studyLabel } from '../../model/chart-state.ts'
import { element } from '../toolkit/elements.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { priceSources } from '../../model/studies/columns.ts'
import {
  type InputShape,
  inputShapes,
  plotDashes,
  type PlotShape,
  plotStyle,
  resolveInputs,
  studyCatalogue,
  type StudySpec,
  type StudyStyles,
  wantedDecimals,
} from '../../model/studies/study-catalogue.ts'
import { type Dialog, field } from '../toolkit/dialog.ts'
import { choiceField, hexOf, openForm, section } from '../toolkit/form.ts'
import type { StudyDialogContext } from './study-dialogs.ts'

/** The label of an input by its id; without a message, the title of its shape. */
function inputLabel({ id, title }: InputShape, at: number, messages: ChartMessages): string {
  const labels: Readonly<Record<string, string>> = {
    fast: messages.inputFast,
    slow: messages.inputSlow,
    signal: messages.inputSignal,
    mult: messages.inputDeviation,
    source: messages.inputSource,
    percent: messages.inputPercent,
    symbol: messages.inputSymbol,
    conversion: messages.lineConversion,
    base: messages.lineBase,
    span: messages.lineLeadB,
    displacement: messages.inputDisplacement,
  }
  if (Object.hasOwn(labels, id)) return labels[id] ?? title
  if (id === 'length' && title === 'Length') return messages.inputLength
  const isPlace = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].includes(id)
  return isPlace ? messages.inputNumbered.replace('{number}', String(at + 1)) : title
}

/** The label of a plot; a short name like %K is the same in all languages. */
function plotLabel(study: StudySpec, at: number, messages: ChartMessages): string {
  const plot = studyCatalogue[study.name].plots[at]
  if (plot === undefined) return ''
  const labels: Readonly<Record<string, string>> = {
    upper: messages.plotUpper,
    median: messages.plotMiddle,
    lower: messages.plotLower,
    histogram: messages.plotHistogram,
    signal: messages.plotSignal,
    volume: messages.volume,
    'volume ma': `${messages.volume} MA`,
    fast: messages.inputFast,
    slow: messages.inputSlow,
    conversion: messages.lineConversion,
    base: messages.lineBase,
    lagging: messages.lineLagging,
    leadA: messages.lineLeadA,
    leadB: messages.lineLeadB,
    rising: messages.lineUpTrend,
    falling: messages.lineDownTrend,
  }
  const isAroon = study.name === 'AROON'
  if (Object.hasOwn(labels, plot.id) && !isAroon) return labels[plot.id] ?? plot.title
  const isNumbered = ['First', 'Second', 'Third', 'Length'].includes(plot.title)
  return isNumbered ? messages.plotNumbered.replace('{number}', String(at + 1)) : plot.title
}

type InputReader = { readonly root: HTMLElement; readonly id: string; value(): string | number }

function sourceLabels(messages: ChartMessages): Readonly<Record<string, string>> {
  const { priceOpen, priceHigh, priceLow, priceClose } = messages
  return {
    open: priceOpen,
    high: priceHigh,
    low: priceLow,
    close: priceClose,
    hl2: '(H + L) / 2',
    hlc3: '(H + L + C) / 3',
    ohlc4: '(O + H + L + C) / 4',
  }
}

function inputField(
  { page, state }: StudyDialogContext,
  study: StudySpec,
  at: number,
): InputReader[] {
  const shape = inputShapes(study.name)[at]
  if (shape === undefined) return []
  const { messages } = state
  const label = inputLabel(shape, at, messages)
  const now = String(study.inputs[shape.id] ?? shape.defaultValue)
  if (shape.kind === 'source') {
    const labels = sourceLabels(messages)
    const choices = priceSources.map((value) => ({ value, label: labels[value] ?? value }))
    const { root, input } = choiceField(page, label, { choices, value: now })
    return [{ root, id: shape.id, value: () => input.value }]
  }
  const { root, input } = field(page, { label, type: 'text', value: now })
  if (shape.kind !== 'symbol') input.inputMode = 'decimal'
  const value = () => (shape.kind === 'symbol' ? input.value.trim() : Number(input.value))
  return [{ root, id: shape.id, value }]
}

type PlotRow = { readonly root: HTMLElement; changes(): StudyStyles }

const widths = [1, 2, 3, 4] as const

/** One row: visibility and colour, and for lines width and dash. */
function plotRow(context: StudyDialogContext, study: StudySpec, at: number): PlotRow {
  const { page, state } = context
  const { messages } = state
  const plot: PlotShape | undefined = studyCatalogue[study.name].plots[at]
  const style = plotStyle(study, at)
  const name = plotLabel(study, at, messages)
  const shown = element(page, 'input', {
    type: 'checkbox',
    class: 'form-checkbox',
    'aria-label': name,
  })
  shown.checked = style.isShown
  const first = hexOf(plotTone(study, at, state.appearance.palette))
  const color = element(page, 'input', {
    type: 'color',
    class: 'form-color',
    'aria-label': `${name}: ${messages.lineColour}`,
  })
  color.value = first
  const hasColor = plot?.kind !== 'volume'
  const choice = (
    label: string,
    value: string,
    choices: readonly (readonly [string, string])[],
  ) => {
    const options = choices.map(([id, labels]) => element(page, 'option', { value: id }, [labels]))
    const input = element(
      page,
      'select',
      { class: 'form-choice form-small', 'aria-label': `${name}: ${label}` },
      options,
    )
    input.value = value
    return input
  }
  const width = choice(
    messages.lineWidth,
    String(style.width),
    [...new Set([...widths, style.width])].map((one) => [String(one), String(one)]),
  )
  const dashLabels = {
    solid: messages.dashSolid,
    dotted: messages.dashDotted,
    dashed: messages.dashDashed,
  }
  const dash = choice(
    messages.lineDash,
    style.dash,
    plotDashes.map((one) => [one, dashLabels[one]]),
  )
  const isLine = plot?.kind === 'line'
  const root = element(page, 'div', { class: 'plot-row' }, [
    element(page, 'label', { class: 'plot-name' }, [
      shown,
      element(page, 'span', { class: 'form-label' }, [name]),
    ]),
    ...(hasColor ? [color] : []),
    ...(isLine ? [width, dash] : []),
  ])
  const changes = () => ({
    ...(shown.checked !== style.isShown && { [`plot_${at}.visible`]: shown.checked }),
    ...(color.value !== first && { [`plot_${at}.color`]: color.value }),
    ...(Number(width.value) !== style.width && { [`plot_${at}.linewidth`]: Number(width.value) }),
    ...(dash.value !== style.dash && {
      [`plot_${at}.linestyle`]: plotDashes.findIndex((one) => one === dash.value),
    }),
  })
  return { root, changes }
}

function precisionField({ page, state }: StudyDialogContext, study: StudySpec) {
  const { messages } = state
  const choices = [
    { value: '', label: messages.defaultPrecision },
    ...Array.from({ length: 9 }, (_, at) => ({ value: String(at), label: (0).toFixed(at) })),
  ]
  const value = String(wantedDecimals(study) ?? '')
  return choiceField(page, messages.precision, { choices, value })
}

/** Opens the settings of one indicator; undefined if it no longer exists. */
export function openStudySettings(context: StudyDialogContext, id: string): Dialog | undefined {
  const { page, state, commands } = context
  const { messages } = state
  const study = state.studies.find((one) => one.id === id)
  if (study === undefined) return undefined
  const inputs = inputShapes(study.name).flatMap((_, at) => inputField(context, study, at))
  const plots = studyCatalogue[study.name].plots.map((_, at) => plotRow(context, study, at))
  const precision = precisionField(context, study)
  const roots = (parts: readonly { root: HTMLElement }[]) => parts.map(({ root }) => root)
  const dialog = openForm(
    { page, messages },
    {
      title: `${studyLabel(study.name, messages)}: ${messages.indicatorSettings}`,
      body: [
        ...(inputs.length > 0 ? [section(page, messages.studyInputs, roots(inputs))] : []),
        section(page, messages.studyStyle, [...roots(plots), precision.root]),
      ],
      main: messages.confirm,
      others: [
        {
          label: messages.resetDefaults,
          run: () => {
            dialog.close()
            const kept = study.name === 'COMPARE' ? study.inputs : {}
            commands.changeStudy(id, { inputs: resolveInputs(study.name, kept), styles: {} })
          },
        },
      ],
      submit: () => {
        const { precision: _former, ...styles } = study.styles
        const decimals = precision.input.value
        commands.changeStudy(id, {
          inputs: Object.fromEntries(inputs.map((input) => [input.id, input.value()])),
          styles: Object.assign(
            { ...styles },
            ...plots.map((plot) => plot.changes()),
            decimals === '' ? {} : { precision: Number(decimals) },
          ),
        })
        return true
      },
    },
  )
  return dialog
}
