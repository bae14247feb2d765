// Dragging own orders to another price of the ladder; Escape cancels the drag.

import { useCallback, useEffect, useRef, useState } from 'react'
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { isTrailing } from '@basis/domain/orders/order'
import { moveOrders } from './ladder-actions.ts'
import { ticksAt, type LadderWindow, type OwnOrders } from './ladder-rows.ts'
import { LADDER_ROW_PX, type Ghost } from './LadderRows.tsx'

export type LadderDrag = {
  readonly own: OwnOrders
  readonly fromTicks: number
  readonly toTicks: number
  readonly ghost: Ghost
}

type Around = {
  readonly body: RefObject<HTMLElement | null>
  readonly window: LadderWindow
  readonly instrument: Instrument
}

/** Returns the current drag, and the handler that starts one. */
export function useLadderDrag({ body, window, instrument }: Around) {
  const [drag, setDrag] = useState<LadderDrag>()
  const shown = useRef(window)
  useEffect(() => {
    shown.current = window
  }, [window])
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  const grab = useCallback(
    (own: OwnOrders, fromTicks: number, event: ReactPointerEvent): void => {
      const page = event.currentTarget.ownerDocument
      const isMovable = !own.orders.some(({ stop }) => isTrailing(stop))
      if (event.button !== 0 || !isMovable || end.current !== undefined) return
      event.preventDefault()
      let toTicks = fromTicks
      const listening = new AbortController()
      const stop = (): void => {
        listening.abort()
        end.current = undefined
        setDrag(undefined)
      }
      end.current = stop
      const options = { signal: listening.signal, capture: true }
      page.addEventListener(
        'pointermove',
        ({ clientY }) => {
          toTicks = ticksUnder(body.current, shown.current, clientY) ?? fromTicks
          const ghost = { side: own.side, lots: own.lots }
          setDrag(toTicks === fromTicks ? undefined : { own, fromTicks, toTicks, ghost })
        },
        options,
      )
      page.addEventListener(
        'pointerup',
        () => {
          stop()
          if (toTicks !== fromTicks) {
            void moveOrders(own.orders, priceTicks(toTicks), instrument)
          }
        },
        options,
      )
      page.addEventListener('pointercancel', stop, options)
      page.addEventListener(
        'keydown',
        (key) => {
          if (key.key !== 'Escape') return
          key.stopPropagation()
          stop()
        },
        options,
      )
    },
    [body, instrument],
  )
  return { drag, grab }
}

/** Returns the price under the pointer; undefined outside the column. */
function ticksUnder(
  element: HTMLElement | null,
  window: LadderWindow,
  clientY: number,
): number | undefined {
  if (element === null) return undefined
  const row = Math.floor((clientY - element.getBoundingClientRect().top) / LADDER_ROW_PX)
  return row < 0 || row >= window.count ? undefined : ticksAt(window, row)
}
