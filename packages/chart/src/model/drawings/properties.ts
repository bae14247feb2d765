// A drawing's properties under the names of hosts and layouts (linecolor, linewidth, …), and back.
// Unreadable values are kept among the unknown.

import type { DrawDash, Drawing, DrawStyle, RiskSettings } from './drawing.ts'
import { defaultRisk } from './risk-reward.ts'

export type Properties = Readonly<Record<string, unknown>>

/** TradingView's numbers of line styles. */
const dashNumbers: Readonly<Record<DrawDash, number>> = { solid: 0, dotted: 1, dashed: 2 }
const dashes = Object.keys(dashNumbers) as DrawDash[]

/** Only what differs from the defaults is written, so that other colours follow the theme. */
export function propertiesOf(drawing: Drawing): Record<string, unknown> {
  const { style, text, isLocked, isHidden, risk, unknown } = drawing
  return {
    ...unknown,
    ...(style.color !== undefined && { linecolor: style.color }),
    ...(style.widthPx !== undefined && { linewidth: style.widthPx }),
    ...(style.dash !== undefined && { linestyle: dashNumbers[style.dash] }),
    ...(style.fillColor !== undefined && { backgroundColor: style.fillColor }),
    ...(style.fillAlpha !== undefined && { transparency: Math.round(100 - style.fillAlpha * 100) }),
    ...(style.textSizePx !== undefined && { fontsize: style.textSizePx }),
    ...(style.isBold !== undefined && { bold: style.isBold }),
    ...(text !== '' && { text }),
    ...(risk !== undefined && { accountSize: risk.accountSize, risk: risk.riskPercent }),
    ...(isLocked && { frozen: true }),
    ...(isHidden && { visible: false }),
  }
}

const known = new Set([
  'linecolor',
  'color',
  'textcolor',
  'linewidth',
  'linestyle',
  'backgroundColor',
  'fillBackground',
  'transparency',
  'fontsize',
  'bold',
  'text',
  'accountSize',
  'risk',
  'frozen',
  'visible',
])

/** Returns the drawing with these properties applied. */
export function withProperties(drawing: Drawing, properties: Properties): Drawing {
  const rest = Object.entries(properties).filter(([name]) => !known.has(name))
  const unknown =
    rest.length === 0 ? drawing.unknown : { ...drawing.unknown, ...Object.fromEntries(rest) }
  const { frozen, visible, text } = properties
  const risk = riskOf(properties, drawing.risk)
  return {
    ...drawing,
    style: styleOf(properties, drawing.style),
    text: typeof text === 'string' ? text : drawing.text,
    isLocked: typeof frozen === 'boolean' ? frozen : drawing.isLocked,
    isHidden: typeof visible === 'boolean' ? !visible : drawing.isHidden,
    ...(risk !== undefined && { risk }),
    ...(unknown !== undefined && { unknown }),
  }
}

/** Returns a style with these properties applied; without a style, one of these properties only. */
export function styleOf(properties: Properties, style: DrawStyle = {}): DrawStyle {
  const { linecolor, color, textcolor, linewidth, linestyle, backgroundColor } = properties
  const { fillBackground, transparency, fontsize, bold } = properties
  const lineColor = [linecolor, color, textcolor].find(isColor)
  const dash = dashes.find((one) => dashNumbers[one] === linestyle)
  const isFilled = fillBackground !== false
  return {
    ...style,
    ...(lineColor !== undefined && { color: lineColor }),
    ...(isAbove(linewidth, 0) && { widthPx: Math.min(20, linewidth) }),
    ...(dash !== undefined && { dash }),
    ...(isColor(backgroundColor) && { fillColor: backgroundColor }),
    ...(isWithin(transparency, 100) && { fillAlpha: 1 - transparency / 100 }),
    ...(!isFilled && { fillAlpha: 0 }),
    ...(isAbove(fontsize, 0) && { textSizePx: Math.min(96, fontsize) }),
    ...(typeof bold === 'boolean' && { isBold: bold }),
  }
}

function riskOf(
  { accountSize, risk }: Properties,
  before?: RiskSettings,
): RiskSettings | undefined {
  if (!isAbove(accountSize, 0) && !isAbove(risk, 0)) return before
  const options = before ?? defaultRisk
  return {
    accountSize: isAbove(accountSize, 0) ? accountSize : options.accountSize,
    riskPercent: isAbove(risk, 0) ? Math.min(100, risk) : options.riskPercent,
  }
}

/** Colours are used by the canvas only, which ignores invalid ones; long texts are not colours. */
const isColor = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 64

const isAbove = (value: unknown, min: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > min

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most
