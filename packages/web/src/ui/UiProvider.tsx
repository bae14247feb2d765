// Context of all UI components: the strict-CSP setting, a few texts, and the window in which popups
// open.

import { createContext, useContext, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { plainMarks, type NumberMarks } from '@basis/domain/numbers/number-marks'

/** Texts built into UI components, in the trader's language. */
export type UiWords = {
  close: string
  cancel: string
  confirm: string
  copy: string
  copied: string
  increase: string
  decrease: string
  clear: string
  /** The locale's number marks, with which typed numbers are shown and parsed. */
  marks: NumberMarks
  /** Formats a plain decimal text like the other figures of the page. */
  writeDecimal: (plain: string) => string
}

const englishWords: UiWords = {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
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

/** Loads a part of the page; the page decides how a failure is handled. */
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

/** Returns the loader for parts that UI components need only when they are used. */
export function usePartLoader(): PartLoader {
  return useContext(PartLoaderContext)
}

/** Returns the texts of UI components. */
export function useUiWords(): UiWords {
  return useContext(WordsContext)
}

/**
 * Marks a part of the page that may be moved to another window. Its popups open in the window where
 * it is at that time, not where it was first rendered.
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

/** Returns the container of this part's popups, as Base UI portals expect it. */
export function usePortalTarget(): PortalTarget | undefined {
  return useContext(PortalContext)
}

// A panel is moved between documents without a remount, so the body is looked up when a popup
// opens, not when the panel is rendered.
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
