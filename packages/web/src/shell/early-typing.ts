// Keys that are typed after a dialog was opened and before its part of the page has loaded: its
// field begins with them.

/** After this time the keys are the page's again, for a part that cannot be loaded. */
const mostMs = 10_000

let end: (() => string) | undefined

/** Keeps what is typed from now on from the rest of the page, until it is taken. */
export function beginEarlyTyping(page: Document): void {
  end?.()
  let text = ''
  const type = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') return void end?.()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    // An early Enter would press the button that has the focus.
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const timer = setTimeout(() => end?.(), mostMs)
  page.addEventListener('keydown', type, { capture: true })
  end = () => {
    page.removeEventListener('keydown', type, { capture: true })
    clearTimeout(timer)
    end = undefined
    return text
  }
}

/** Ends it: returns what was typed, and lets later keys go to the field. */
export const endEarlyTyping = (): string => end?.() ?? ''
