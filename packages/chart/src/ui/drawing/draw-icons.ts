// Icons of the drawing tools and their actions, as strokes on a grid of 20.

import type { DrawTool } from '../../model/drawings/drawing.ts'

export type DrawIconName =
  | DrawTool
  | 'cursor'
  | 'magnet'
  | 'keep'
  | 'lock'
  | 'unlock'
  | 'eye'
  | 'eyeOff'
  | 'trash'
  | 'clone'
  | 'more'
  | 'order'
  | 'template'
  | 'undo'
  | 'redo'
  | 'list'
  | 'corner'

/** A small ring, like a handle. */
const ring = (x: number, y: number) => `M${x - 1.6} ${y}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0`

const eye = `M1.8 10S5 4.8 10 4.8 18.2 10 18.2 10 15 15.2 10 15.2 1.8 10 1.8 10z${ring(10, 10)}`
const lockBody = 'M4.5 9h11v7.5h-11z'

const paths: Readonly<Record<DrawIconName, string>> = {
  cursor: 'M10 2v6M10 12v6M2 10h6M12 10h6',
  trendLine: `${ring(4, 16)}${ring(16, 4)}M5.2 14.8L14.8 5.2`,
  ray: `${ring(4, 16)}${ring(11, 9)}M5.2 14.8l4.6-4.6M12.2 7.8L18 2`,
  extendedLine: `${ring(6.5, 13.5)}${ring(13.5, 6.5)}M2 18l3.3-3.3M7.7 12.3l4.6-4.6M14.7 5.3L18 2`,
  arrow: `${ring(4, 16)}M5.2 14.8L16 4M10.5 4H16v5.5`,
  horizontalLine: `${ring(10, 10)}M2 10h6.4M11.6 10H18`,
  horizontalRay: `${ring(4, 10)}M5.6 10H18`,
  verticalLine: `${ring(10, 10)}M10 2v6.4M10 11.6V18`,
  parallelChannel: `${ring(3.5, 12.5)}${ring(12.5, 3.5)}M4.7 11.3l6.6-6.6M7 18L18 7`,
  fibRetracement: `${ring(16, 4)}${ring(4, 16)}M2.5 4h11.9M2.5 8h15M2.5 12h15M5.6 16h11.9`,
  fibExtension: `${ring(3.6, 16.4)}M2.5 3.5h15M2.5 8h15M4.6 15.1l3-4.1 2.6 4.6h7.3`,
  rectangle: `${ring(4, 5)}${ring(16, 15)}M5.6 5H16v8.4M14.4 15H4V6.6`,
  brush:
    'M17 3c-3.4 1-7.2 4.6-8.6 7.4l1.4 1.4C12.6 10.4 16 6.5 17 3zM7.4 11.6c-1.9-.2-3.2.9-3.4 2.9' +
    '-.1 1-.6 1.7-1.5 2 2.7.9 6 .1 6.3-3.2',
  text: 'M4 5.5V3.5h12v2M10 3.5v13M7.5 16.5h5',
  measure: 'M2.5 13.2L13.2 2.5l4.3 4.3L6.8 17.5zM5.6 10.1l2 2M8.4 7.3l2 2M11.2 4.5l2 2',
  longPosition: 'M2.5 3.5h15M2.5 11.5h15M2.5 16.5h15M10 9.5v-4M7.8 7.6L10 5.4l2.2 2.2',
  shortPosition: 'M2.5 3.5h15M2.5 8.5h15M2.5 16.5h15M10 10.5v4M7.8 12.4l2.2 2.2 2.2-2.2',
  magnet: 'M3.8 3v7a6.2 6.2 0 0 0 12.4 0V3h-4v7a2.2 2.2 0 0 1-4.4 0V3zM3.8 6.6h4M12.2 6.6h4',
  keep: 'M3 17l.9-3.9L13.4 3.6l3 3-9.5 9.5zM11.4 5.6l3 3M11 17h6',
  lock: `${lockBody}M6.8 9V6.6a3.2 3.2 0 0 1 6.4 0V9`,
  unlock: `${lockBody}M6.8 9V6.2a3.2 3.2 0 0 1 6.2-1`,
  eye,
  eyeOff: `${eye}M3.5 16.5l13-13`,
  trash: 'M3.5 5.5h13M7.8 5.5v-2h4.4v2M5 5.5l.8 11h8.4l.8-11M8.4 8.5v5M11.6 8.5v5',
  clone: 'M7 7h9.5v9.5H7zM4.5 13h-1V3.5H13v1',
  more: `${ring(4, 10)}${ring(10, 10)}${ring(16, 10)}`,
  order: 'M2.5 10H13M9.5 6l4 4-4 4M17 3.5v13',
  template: 'M3.5 3.5h13v4h-13zM3.5 10.5h6v6h-6zM12.5 10.5h4v6h-4z',
  undo: 'M7 4L3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8',
  redo: 'M13 4l3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12',
  list: 'M3 5h1.5M3 10h1.5M3 15h1.5M7.5 5H17M7.5 10H17M7.5 15H17',
  corner: 'M7 4l6 6-6 6',
}

const svgSpace = 'http://www.w3.org/2000/svg'

/** Returns an icon hidden from screen readers, because its control has a label. */
export function drawIcon(page: Document, name: DrawIconName): SVGSVGElement {
  const svg = page.createElementNS(svgSpace, 'svg')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('class', `draw-icon draw-icon-${name}`)
  svg.setAttribute('aria-hidden', 'true')
  const path = page.createElementNS(svgSpace, 'path')
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}
