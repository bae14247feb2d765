// Icons that the exchange serves, generated here: coin discs for dark and for light pages, labels
// of symbols, and avatars.

import { coinAppearance } from './coin-appearance.ts'

export const iconThemes = ['dark', 'light'] as const
export type IconTheme = (typeof iconThemes)[number]

/** Labels of symbols: newly listed, or announced and not open yet. */
export const symbolLabels = ['new', 'coming'] as const
export type SymbolLabel = (typeof symbolLabels)[number]

/** The path of the icons. */
export const iconFolder = '/icons'

/** Returns the address of a coin's icon (spec 3: darkIcon, lightIcon). */
export const coinIconPath = (coin: string, theme: IconTheme): string =>
  `${iconFolder}/coins/${encodeURIComponent(coin)}-${theme}.svg`

/** Returns the address of a label's icon (spec 3: symbolLabelIcon); empty without a label. */
export const labelIconPath = (label: SymbolLabel | undefined): string =>
  label === undefined ? '' : `${iconFolder}/labels/${label}.svg`

/** A ring around the disc keeps its edge visible on a page of similar brightness. */
const rings: Readonly<Record<IconTheme, string>> = {
  dark: 'rgba(255,255,255,0.35)',
  light: 'rgba(0,0,0,0.2)',
}

/** Returns a coin's icon as SVG. */
export function coinIconSvg(coin: string, theme: IconTheme): string {
  const { hue, letters, strokes } = coinAppearance(coin)
  const size = letters.length > 1 ? 10.5 : 14
  const sign =
    `<text x="12" y="12" dy="0.36em" text-anchor="middle" font-family="sans-serif" ` +
    `font-size="${size}" font-weight="700" fill="#fff">${escaped(letters)}</text>`
  const drawn =
    strokes === undefined
      ? ''
      : `<path d="${strokes}" stroke="#fff" stroke-width="1.6" stroke-linecap="round" fill="none"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="64" height="64">` +
    `<circle cx="12" cy="12" r="11.5" fill="oklch(0.54 0.14 ${hue})" ` +
    `stroke="${rings[theme]}" stroke-width="1"/>${sign}${drawn}</svg>`
  )
}

/** Returns the hue of an account's avatar, 0 to 359, by its invite code. */
export const avatarHue = (hid: string): number => (Number.parseInt(hid, 36) * 37) % 360 || 0

/** Returns the letter of an account's avatar. */
export const avatarLetter = (username: string): string => username.charAt(0).toUpperCase()

/** Returns the address of an account's avatar (spec 3: avatar). */
export const avatarPath = (hid: string, username: string): string =>
  `${iconFolder}/avatars/${encodeURIComponent(hid)}-${encodeURIComponent(avatarLetter(username))}.svg`

/** Returns an avatar as SVG. */
export const avatarSvg = (hid: string, letter: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="64" height="64">` +
  `<circle cx="12" cy="12" r="12" fill="hsl(${avatarHue(hid)} 55% 45%)"/>` +
  `<text x="12" y="12" dy="0.36em" text-anchor="middle" font-family="sans-serif" ` +
  `font-size="12" font-weight="600" fill="#fff">${escaped(letter)}</text></svg>`

const labelStyles: Readonly<Record<SymbolLabel, { readonly text: string; readonly fill: string }>> =
  {
    new: { text: 'NEW', fill: '#0b7f48' },
    coming: { text: 'SOON', fill: '#b45309' },
  }

/** Returns a label's icon as SVG. */
export function labelIconSvg(label: SymbolLabel): string {
  const { text, fill } = labelStyles[label]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 18" width="40" height="18">` +
    `<rect width="40" height="18" rx="4" fill="${fill}"/>` +
    `<text x="20" y="9" dy="0.36em" text-anchor="middle" font-family="sans-serif" ` +
    `font-size="11" font-weight="700" fill="#fff">${text}</text></svg>`
  )
}

const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (sign) => `&#${sign.codePointAt(0)};`)
