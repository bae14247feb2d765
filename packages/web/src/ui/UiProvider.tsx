// Context of all UI components: the strict-CSP setting, a few words, and the window that popups
// open in.

import { createContext, useContext, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { plainMarks, type NumberMarks } from './number-typing/number-editing.ts'

/** The words that UI components say by themselves; the page gives them in the trader's language. */
export type UiWords = {
  close: string
  copy: string
  copied: string
  increase: string
  decrease: string
  clear: string
  /** How numbers are written where the trader lives: what is typed is shown and read with them. */
  marks: NumberMarks
  /** Writes a plain decimal text as figures beside a field are written: grouped, and pointed. */
  writeDecimal: (plain: string) => string
}

const englishWords: UiWords = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  increase: 'Increase',
  decrease: 'Decrease',
  clear: 'Clear',
  marks: plainMarks,
  writeDecimal: (plain) => plain,
}

const WordsContext = createContext<UiWords>(englishWords)

type PortalTarget = RefObject<HTMLElement | null>

const PortalContext = createContext<PortalTarget | undefined>(undefined)

/** Loads a part of the page; what to do when it does not come is the page's to decide. */
export type PartLoader = <Part>(load: () => Promise<Part>) => Promise<Part>

const loadOnce: PartLoader = (load) => load()

const PartLoaderContext = createContext<PartLoader>(loadOnce)

export type UiProviderProps = {
  words?: UiWords
  loadPart?: PartLoader
  children: ReactNode
}

/** Wraps the whole page. */
export function UiProvider({ words, loadPart, children }: UiProviderProps) {
  return (
    <CSPProvider disableStyleElements>
      <PartLoaderContext value={loadPart ?? loadOnce}>
        <WordsContext value={words ?? englishWords}>{children}</WordsContext>
      </PartLoaderContext>
    </CSPProvider>
  )
}

/** Returns how UI components load what they need only when they are used. */
export function usePartLoader(): PartLoader {
  return useContext(PartLoaderContext)
}

/** Returns the words of UI components. */
export function useUiWords(): UiWords {
  return useContext(WordsContext)
}

/**
 * Marks a part of the page that may be moved to a window of its own. Popups opened inside it appear
 * in the window where it stands at that moment, not in the one where it was first painted.
 */
export function PortalScope({ className, children }: { className?: string; children: ReactNode }) {
  const [{ attach, target }] = useState(createScope)
  return (
    <PortalContext value={target}>
      <div ref={attach} className={className}>
        {children}
      </div>
    </PortalContext>
  )
}

/** Returns where popups of this part of the page go, in the form that Base UI portals take. */
export function usePortalTarget(): PortalTarget | undefined {
  return useContext(PortalContext)
}

// A panel is moved between documents without being mounted again, so the body is looked up when a
// popup opens, not when the panel is painted.
function createScope(): { attach: (element: HTMLElement | null) => void; target: PortalTarget } {
  let attached: HTMLElement | null = null
  return {
    attach(element) {
      attached = element
    },
    target: {
      get current() {
        return attached?.ownerDocument.body ?? null
      },
    },
  }
}
