// The message in place of bars: loading, no data, or a failure with a retry button.

import type { ChartState } from '../../model/chart-state.ts'
import { button, element, setAttribute } from '../toolkit/elements.ts'

export type ChartCondition =
  /**
   * `isFirst`: there are no bars yet that could stay visible meanwhile. `isOther`: the visible ones
   * belong to another symbol or interval and may stay only briefly.
   */
  | { readonly kind: 'loading'; readonly isFirst: boolean; readonly isOther?: boolean }
  | { readonly kind: 'shown' }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'failed'
      readonly error: 'unknownSymbol' | 'failed'
      readonly reason: string
    }

export type EmptyState = { readonly root: HTMLElement; show(condition: ChartCondition): void }

/** The delay before a loading message is shown. */
const quietMs = 350

function stateOf(condition: ChartCondition): 'loading' | 'shown' | 'empty' {
  if (condition.kind === 'shown') return 'shown'
  return condition.kind === 'loading' && !condition.isFirst ? 'loading' : 'empty'
}

/**
 * Returns the message; it sets the state on the stage, for styles and tests. That bars are loading
 * is not said in English while the texts of the language are loading too: the line of progress
 * says it.
 */
export function makeEmptyState(
  stage: HTMLElement,
  { messages, isLanguagePending }: Pick<ChartState, 'messages' | 'isLanguagePending'>,
  retry: () => void,
): EmptyState {
  const page = stage.ownerDocument
  const root = element(page, 'div', { class: 'empty-state', role: 'status' })
  const progress = element(page, 'div', { class: 'progress', 'aria-hidden': 'true' })
  stage.append(progress, root)
  let timer: number | undefined
  const view = page.defaultView
  const say = (title: string, text: string, mayRetry: boolean) => {
    const again = button(page, { class: 'empty-state-retry' }, [messages.retry])
    again.addEventListener('click', retry)
    root.replaceChildren(
      element(page, 'div', { class: 'empty-state-title' }, [title]),
      ...(text === '' ? [] : [element(page, 'div', { class: 'empty-state-text' }, [text])]),
      ...(mayRetry ? [again] : []),
    )
  }
  return {
    root,
    show: (condition) => {
      view?.clearTimeout(timer)
      setAttribute(stage, 'data-state', stateOf(condition))
      setAttribute(stage, 'data-busy', condition.kind === 'loading')
      root.replaceChildren()
      if (condition.kind === 'loading') {
        timer = view?.setTimeout(() => {
          if (condition.isOther === true) setAttribute(stage, 'data-state', 'empty')
          if (!isLanguagePending) say(messages.loading, '', false)
        }, quietMs)
      } else if (condition.kind === 'empty') {
        say(messages.noData, messages.noDataHint, true)
      } else if (condition.kind === 'failed') {
        const isUnknown = condition.error === 'unknownSymbol'
        const text = isUnknown ? messages.unknownSymbol : messages.failed
        say(messages.noData, text, !isUnknown)
      }
    },
  }
}
