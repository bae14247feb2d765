// The labels of drawing tools, and their groups in the toolbar.

import { type DrawTool, toolDefinitions } from './drawing.ts'
import { type ChartMessages, englishMessages } from '../../options/messages.ts'
import type { AccessList } from '../../options/options.ts'

const keys: Readonly<Record<DrawTool, keyof ChartMessages>> = {
  trendLine: 'drawTrendLine',
  ray: 'drawRay',
  extendedLine: 'drawExtendedLine',
  arrow: 'drawArrow',
  horizontalLine: 'drawHorizontalLine',
  horizontalRay: 'drawHorizontalRay',
  verticalLine: 'drawVerticalLine',
  parallelChannel: 'drawParallelChannel',
  fibRetracement: 'drawFibRetracement',
  fibExtension: 'drawFibExtension',
  rectangle: 'drawRectangle',
  brush: 'drawBrush',
  text: 'drawText',
  measure: 'drawMeasure',
  longPosition: 'drawLongPosition',
  shortPosition: 'drawShortPosition',
}

export const toolLabel = (tool: DrawTool, messages: ChartMessages): string => messages[keys[tool]]

export type ToolGroup = {
  readonly label: keyof ChartMessages
  readonly tools: readonly [DrawTool, ...DrawTool[]]
}

const toolGroups: readonly ToolGroup[] = [
  {
    label: 'lineTools',
    tools: [
      'trendLine',
      'ray',
      'extendedLine',
      'arrow',
      'horizontalLine',
      'horizontalRay',
      'verticalLine',
      'parallelChannel',
    ],
  },
  { label: 'fibTools', tools: ['fibRetracement', 'fibExtension'] },
  { label: 'shapeTools', tools: ['brush', 'rectangle'] },
  { label: 'drawText', tools: ['text'] },
  { label: 'positionTools', tools: ['longPosition', 'shortPosition'] },
  { label: 'drawMeasure', tools: ['measure'] },
]

/** Returns the tools that a host allows; hosts use English names, by shape or as layouts do. */
export function offeredGroups(access: AccessList | undefined): readonly ToolGroup[] {
  if (access === undefined) return toolGroups
  const isNamed = (tool: DrawTool): boolean => {
    const { shape, saved } = toolDefinitions[tool]
    const own = [toolLabel(tool, englishMessages), shape, saved].map((name) => name.toLowerCase())
    return access.tools.some(
      ({ name, grayed }) => own.includes(name.toLowerCase()) && grayed !== true,
    )
  }
  return toolGroups.flatMap(({ label, tools }) => {
    const [first, ...rest] = tools.filter((tool) => isNamed(tool) === (access.type === 'white'))
    return first === undefined ? [] : [{ label, tools: [first, ...rest] as const }]
  })
}
