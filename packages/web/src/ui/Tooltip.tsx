// A short explanation on hover and focus; it must never contain what is needed to act.

import { mergeProps } from '@base-ui/react/merge-props'
import { cloneElement, useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, HTMLAttributes, PointerEvent, ReactElement, ReactNode } from 'react'
import { usePartLoader } from './UiProvider.tsx'
import type * as popupsOfLibrary from './popups/popups.ts'

/** The hover time before the tooltip opens, and the time before it closes. */
const OPEN_MS = 350
const CLOSE_MS = 60
/** Right after a tooltip was closed, the next one opens at once. */
const READING_ON_MS = 400

let closedAtMs = Number.NEGATIVE_INFINITY
/** Closes the open tooltip: mouse and focus share one. */
let closeShown: ((isOpen: false) => void) | undefined

export type TooltipProps = {
  content: ReactNode
  /** One element that can have the focus; it gets the tooltip's events. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
}

export function Tooltip({ content, children, side = 'top', align = 'center' }: TooltipProps) {
  const id = useId()
  const { popups, anchor, isOpen, triggerProps, close, stay, leave } = useTooltip()
  const describedBy = isOpen ? { 'aria-describedby': id } : {}
  return (
    <>
      {cloneElement(children, mergeProps(children.props, triggerProps, describedBy))}
      {popups !== undefined && anchor !== undefined && (
        <popups.OpenTooltip
          open={isOpen}
          id={id}
          anchor={anchor}
          content={content}
          side={side}
          align={align}
          onDismiss={close}
          onStay={stay}
          onLeave={leave}
        />
      )}
    </>
  )
}

/** Opens after hovering with the mouse, or at once by keyboard focus; never by touch. */
function useTooltip() {
  const [popups, setPopups] = useState<typeof popupsOfLibrary>()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [isOpen, setOpen] = useState(false)
  const load = usePartLoader()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const after = (ms: number, act: () => void): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
  const open = (over: HTMLElement): void => {
    clearTimeout(timer.current)
    if (closeShown !== setOpen) closeShown?.(false)
    closeShown = setOpen
    setAnchor(over)
    setOpen(true)
    void load(() => import('./popups/popups.ts')).then((loaded) => setPopups(loaded))
  }
  const close = (): void => {
    clearTimeout(timer.current)
    if (isOpen) closedAtMs = performance.now()
    setOpen(false)
  }
  const leave = (): void => after(CLOSE_MS, close)

  const triggerProps = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch') return
      const isReadingOn = performance.now() - closedAtMs < READING_ON_MS
      after(isReadingOn ? 0 : OPEN_MS, () => open(currentTarget))
    },
    onPointerLeave: leave,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) open(currentTarget)
    },
    onBlur: close,
  }
  return {
    popups,
    anchor,
    isOpen,
    triggerProps,
    close,
    stay: () => clearTimeout(timer.current),
    leave,
  }
}

/**
 * A label with a dotted underline: hover and focus open its explanation. For the labels of figures
 * (Mark, Funding, Liq. price).
 */
export function Explained({ children, content }: { children: ReactNode; content: ReactNode }) {
  return (
    <Tooltip content={content}>
      <button type="button" className="explained rounded-sm [text-align:inherit]">
        {children}
      </button>
    </Tooltip>
  )
}
