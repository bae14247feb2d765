// Buttons at the top right of each study pane: up, down, collapse, close.

import type { ChartState, Commands } from '../../model/chart-state.ts'
import { button, element, icon, type IconName, setAttribute } from '../toolkit/elements.ts'
import { enginePanes } from '../../canvas/study-panes-layout.ts'

/** The positions of panes on the canvas. */
type PanePlaces = { topOf(pane: string): number; readonly rightPx: number }

export type PaneBars = { readonly root: HTMLElement; place(places: PanePlaces): void }

export function makePaneBars(page: Document, state: ChartState, commands: Commands): PaneBars {
  const root = element(page, 'div', { class: 'pane-bars' })
  const bars = new Map<string, PaneBar>()
  return {
    root,
    place: ({ topOf, rightPx }) => {
      const panes = enginePanes(state.studies)
      for (const [pane, bar] of bars) {
        if (panes.includes(pane)) continue
        bar.root.remove()
        bars.delete(pane)
      }
      panes.forEach((pane, at) => {
        const bar = bars.get(pane) ?? makeBar(page, pane, { state, commands })
        if (!bars.has(pane)) root.append(bar.root)
        bars.set(pane, bar)
        bar.show({ isFirst: at === 0, isLast: at === panes.length - 1 })
        bar.root.style.top = `${Math.round(topOf(pane)) + 4}px`
        bar.root.style.right = `${rightPx}px`
      })
    },
  }
}

type PaneBar = {
  readonly root: HTMLElement
  show(place: { readonly isFirst: boolean; readonly isLast: boolean }): void
}

function makeBar(
  page: Document,
  pane: string,
  { state, commands }: { state: ChartState; commands: Commands },
): PaneBar {
  const { messages } = state
  const isFolded = () => state.collapsedPanes.has(pane)
  const place = () => enginePanes(state.studies).indexOf(pane)
  const made = (name: IconName, label: string, run: () => void) => {
    const control = button(page, { class: 'pane-button', label }, [icon(page, name)])
    control.addEventListener('click', run)
    return control
  }
  const up = made('paneUp', messages.movePaneUp, () => commands.movePane(pane, place() - 1))
  const down = made('paneDown', messages.movePaneDown, () => commands.movePane(pane, place() + 1))
  const fold = made('minus', messages.foldPane, () => commands.foldPane(pane, !isFolded()))
  const close = made('close', messages.closePane, () => commands.closePane(pane))
  const root = element(page, 'div', { class: 'pane-bar' }, [up, down, fold, close])
  return {
    root,
    show: ({ isFirst, isLast }) => {
      up.hidden = isFirst
      down.hidden = isLast
      const label = isFolded() ? messages.unfoldPane : messages.foldPane
      if (fold.getAttribute('aria-label') === label) return
      setAttribute(fold, 'aria-label', label)
      fold.title = label
      fold.replaceChildren(icon(page, isFolded() ? 'plus' : 'minus'))
    },
  }
}
