// What each drawing tool is called, and which tools stand together in the bar.

import type { DrawTool } from './drawing.ts'
import type { ChartMessages } from '../messages.ts'

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

export const toolGroups: readonly ToolGroup[] = [
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
