// A colour picker: swatches, the theme's colour, no colour, and opacity.

import { button, element } from './elements.ts'
import { openPopup, type Popup } from './popup.ts'

export type ColourPickerOptions = {
  readonly label: string
  readonly themeLabel: string
  /** The label of "no colour", if a fill may be omitted. */
  readonly noneLabel?: string
  readonly chosen: string | undefined
  readonly alpha?: number
  /** Undefined stands for the theme's colour. */
  choose(color: string | undefined): void
  setAlpha?(alpha: number): void
}

/** Greys, then each hue from strong to pale; all are visible on both themes. */
const swatches = [
  '#FFFFFF #D6D9DF #ADB1B8 #81858C #5B616E #3A3C47 #22242C #000000',
  '#F23645 #FF8A3D #F7C948 #3FB950 #16A394 #2BAFCB #2F6FED #8B5CF6',
  '#F7818A #FFB37D #FADB86 #7FD08A #63C4B9 #74CBDD #7BA3F4 #B79BFA',
  '#B5202C #C25A16 #B58A14 #1F7A2E #0C6F64 #16798F #1A47B0 #5B30C9',
].map((row) => row.split(' '))

export function openColourPicker(
  page: Document,
  anchor: HTMLElement,
  options: ColourPickerOptions,
): Popup {
  return openPopup(page, {
    label: options.label,
    role: 'dialog',
    anchor,
    side: 'below',
    className: 'colours',
    fill: (root, close) => {
      const choose = (color: string | undefined) => {
        options.choose(color)
        close()
        anchor.focus()
      }
      for (const row of swatches) {
        const line = element(page, 'div', { class: 'colour-row' })
        for (const color of row) {
          const isChosen = color === options.chosen
          const swatch = button(
            page,
            { class: 'colour', label: color, 'aria-pressed': String(isChosen) },
            [],
          )
          swatch.style.setProperty('--swatch', color)
          swatch.addEventListener('click', () => choose(color))
          line.append(swatch)
        }
        root.append(line)
      }
      const { alpha, setAlpha } = options
      if (alpha !== undefined && setAlpha !== undefined)
        root.append(strength(page, alpha, setAlpha))
      const theme = button(page, { class: 'menu-item' }, [options.themeLabel])
      theme.addEventListener('click', () => choose(undefined))
      root.append(theme)
      if (options.noneLabel === undefined) return
      const none = button(page, { class: 'menu-item' }, [options.noneLabel])
      none.addEventListener('click', () => {
        options.setAlpha?.(0)
        close()
        anchor.focus()
      })
      root.append(none)
    },
  })
}

function strength(page: Document, alpha: number, setAlpha: (alpha: number) => void): HTMLElement {
  const slider = element(page, 'input', {
    type: 'range',
    min: '0',
    max: '100',
    step: '5',
    'aria-label': '%',
    class: 'colour-alpha',
  })
  slider.value = String(Math.round(alpha * 100))
  slider.addEventListener('change', () => setAlpha(Number(slider.value) / 100))
  return slider
}
