// The panic control: held for a second it cancels all orders and closes all positions.

import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { OctagonX } from 'lucide-react'
import { stopEverything } from '../../actions/closing.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { askForConfirmation, openDialogs } from '../../shell/dialogs.ts'
import { keysOf, panicKeys, useHotkeys } from '../../shell/hotkeys.ts'
import { classNames } from '../../ui/class-names.ts'

const HOLD_MS = 1_000

export function PanicButton() {
  const t = useT()
  const { isHeld, press, release } = useHold()
  const take = (event: ReactKeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) press()
  }
  return (
    <button
      type="button"
      title={t('panic.hold')}
      aria-label={t('panic.hold')}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onKeyDown={take}
      onKeyUp={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      className={classNames(
        'relative flex h-6 shrink-0 touch-none items-center gap-1 overflow-hidden rounded-sm px-2',
        'text-2xs font-medium whitespace-nowrap text-bad select-none hover:bg-hover',
        'max-md:h-11 max-md:w-full max-md:justify-center max-md:border-t max-md:border-line max-md:text-xs',
      )}
    >
      <span
        aria-hidden
        data-held={isHeld || undefined}
        style={{ transitionDuration: isHeld ? `${HOLD_MS}ms` : '0ms' }}
        className="absolute inset-0 origin-left scale-x-0 bg-bad/30 ease-linear transition-transform data-held:scale-x-100"
      />
      <OctagonX className="relative size-3.5" aria-hidden />
      <span className="relative">{t('panic.button')}</span>
    </button>
  )
}

/** A hold that triggers the action; with reduced motion a confirmation replaces it. */
function useHold() {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const press = (): void => {
    if (timer.current !== undefined) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      void askAndStop()
      return
    }
    setHeld(true)
    timer.current = setTimeout(() => {
      release()
      void stopEverything()
    }, HOLD_MS)
  }
  const hold = useRef({ press, release })
  useEffect(() => {
    hold.current = { press, release }
  })
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      const isOurs = useHotkeys.getState().isOn && keysOf(event) === panicKeys
      if (!isOurs || event.repeat || openDialogs().length > 0) return
      event.preventDefault()
      hold.current.press()
    }
    const up = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' || key === 'Shift') hold.current.release()
    }
    // Once another window has the focus, the keys are let go there.
    const leave = (): void => hold.current.release()
    document.addEventListener('keydown', down)
    document.addEventListener('keyup', up)
    globalThis.addEventListener('blur', leave)
    return () => {
      document.removeEventListener('keydown', down)
      document.removeEventListener('keyup', up)
      globalThis.removeEventListener('blur', leave)
      hold.current.release()
    }
  }, [])
  return { isHeld, press, release }
}

async function askAndStop(): Promise<void> {
  const title = message('positions.stopEverything')
  const body = message('positions.stopEverythingBody')
  if (await askForConfirmation({ title, body, confirm: title, dangerous: true })) {
    await stopEverything()
  }
}
