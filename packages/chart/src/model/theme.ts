// The dark and the light palette, and the overrides that change them. Text has at least 4.5:1
// against the panel; up and down differ by theme, because dark-panel greens fail on white.

import type { Overrides, ThemeName } from '../options/options.ts'

export type Palette = {
  readonly name: ThemeName
  readonly background: string
  /** The background of menus and notices, which are drawn over the panel. */
  readonly raised: string
  readonly border: string
  readonly grid: string
  readonly text: string
  readonly secondary: string
  readonly muted: string
  readonly hover: string
  readonly selected: string
  readonly accent: string
  readonly up: string
  readonly down: string
  /** Text on the up or down colour. */
  readonly onSide: string
  readonly volumeUp: string
  readonly volumeDown: string
  readonly line: string
  readonly areaTop: string
  readonly areaBottom: string
  readonly crosshair: string
  readonly tag: string
  readonly onTag: string
  readonly breakEven: string
  readonly studies: readonly string[]
  readonly shadow: string
}

const dark: Palette = {
  name: 'dark',
  background: '#17181E',
  raised: '#1F2028',
  border: 'rgba(255, 255, 255, 0.08)',
  grid: 'rgba(255, 255, 255, 0.035)',
  text: '#EAECEF',
  secondary: '#ADB1B8',
  muted: '#81858C',
  hover: 'rgba(255, 255, 255, 0.06)',
  selected: 'rgba(255, 255, 255, 0.10)',
  accent: '#F7A600',
  up: '#20B26C',
  down: '#EF454A',
  onSide: '#0B0C10',
  volumeUp: 'rgba(32, 178, 108, 0.34)',
  volumeDown: 'rgba(239, 69, 74, 0.34)',
  line: '#6BA4FF',
  areaTop: 'rgba(107, 164, 255, 0.26)',
  areaBottom: 'rgba(107, 164, 255, 0.0)',
  crosshair: 'rgba(234, 236, 239, 0.38)',
  tag: '#3A3C47',
  onTag: '#EAECEF',
  breakEven: '#8FA3B8',
  studies: ['#F2C14E', '#B58CFF', '#4CC9E8', '#FF9466', '#9BDB6C'],
  shadow: '0 8px 24px rgba(0, 0, 0, 0.45)',
}

const light: Palette = {
  name: 'light',
  background: '#FFFFFF',
  raised: '#FFFFFF',
  border: 'rgba(16, 16, 20, 0.10)',
  grid: 'rgba(16, 16, 20, 0.05)',
  text: '#101014',
  secondary: '#5B616E',
  muted: '#5B616E',
  hover: 'rgba(16, 16, 20, 0.05)',
  selected: 'rgba(16, 16, 20, 0.08)',
  accent: '#B45309',
  up: '#0B7F48',
  down: '#CF2F36',
  onSide: '#FFFFFF',
  volumeUp: 'rgba(11, 127, 72, 0.26)',
  volumeDown: 'rgba(207, 47, 54, 0.24)',
  line: '#1668DC',
  areaTop: 'rgba(22, 104, 220, 0.18)',
  areaBottom: 'rgba(22, 104, 220, 0.0)',
  crosshair: 'rgba(16, 16, 20, 0.42)',
  tag: '#2B2D36',
  onTag: '#FFFFFF',
  breakEven: '#5C7186',
  studies: ['#B7791F', '#7A4FD0', '#0E7FA6', '#C4511D', '#4F8A10'],
  shadow: '0 8px 24px rgba(16, 16, 20, 0.16)',
}

type PaletteKey = {
  [Key in keyof Palette]: Palette[Key] extends string ? Key : never
}[keyof Palette]

/** TradingView's names for colours, and ours. Other overrides are kept and ignored. */
const overrideKeys: Readonly<Record<string, PaletteKey>> = {
  'paneProperties.background': 'background',
  'paneProperties.crossHairProperties.color': 'crosshair',
  'paneProperties.separatorColor': 'border',
  'scalesProperties.textColor': 'secondary',
  'scalesProperties.lineColor': 'border',
  'mainSeriesProperties.candleStyle.upColor': 'up',
  'mainSeriesProperties.candleStyle.downColor': 'down',
  'mainSeriesProperties.lineStyle.color': 'line',
  'mainSeriesProperties.areaStyle.linecolor': 'line',
  'mainSeriesProperties.areaStyle.color1': 'areaTop',
  'mainSeriesProperties.areaStyle.color2': 'areaBottom',
  'volume.volume.color.0': 'volumeDown',
  'volume.volume.color.1': 'volumeUp',
}

/** Returns the palette of a theme with the host's own colours and, with precedence, overrides. */
export function paletteOf(
  theme: ThemeName,
  overrides: Overrides = {},
  own: Partial<Palette> = {},
): Palette {
  const palette = { ...(theme === 'dark' ? dark : light), ...own }
  for (const [name, value] of Object.entries(overrides)) {
    const key = Object.hasOwn(overrideKeys, name) ? overrideKeys[name] : undefined
    if (key !== undefined && key !== 'name' && typeof value === 'string') palette[key] = value
  }
  return palette
}

/** Returns the overrides that replace the up and down colours everywhere. */
export function sideOverrides(colors: { up: string; down: string } | undefined): Overrides {
  if (colors === undefined) return {}
  return {
    'mainSeriesProperties.candleStyle.upColor': colors.up,
    'mainSeriesProperties.candleStyle.downColor': colors.down,
    'volume.volume.color.1': faded(colors.up),
    'volume.volume.color.0': faded(colors.down),
  }
}

/** A colour at a third of its opacity, for volume; only six-digit hex colours are changed. */
function faded(color: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}55` : color
}
