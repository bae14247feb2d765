// Toasts: at most three, the newest on top, for five seconds, paused on hover.

import type { ReactNode } from 'react'
import { Toast as BaseToast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { classNames } from './class-names.ts'
import { useUiWords } from './UiProvider.tsx'

type ToastTone = 'success' | 'info' | 'warning' | 'failure'

type Toast = {
  /** A toast with the id of a visible one replaces it and restarts its time. */
  id: string
  tone: ToastTone
  title: ReactNode
  body?: ReactNode | undefined
  /** The link to the details. */
  action?: { label: string; onPress: () => void } | undefined
  /** Announced at once, interrupting; for a liquidation, not for a fill. */
  assertive?: boolean | undefined
  /** How long it is shown; 0 is until it is closed. */
  durationMs?: number | undefined
}

export type ToastBoard = {
  show: (toast: Toast) => void
  close: (id: string) => void
  /** The manager that the `Toasts` component subscribes to. */
  manager: ReturnType<typeof BaseToast.createToastManager>
}

/** At most this many toasts are shown at a time (docs/screen 10). */
const TOAST_LIMIT = 3
const TOAST_MS = 5_000

/**
 * Returns a board to which toasts can be added from anywhere; render it with one `Toasts` in the
 * page.
 */
export function createToastBoard(onClose?: (id: string) => void): ToastBoard {
  const manager = BaseToast.createToastManager()
  return {
    manager,
    show({ id, tone, title, body, action, assertive = false, durationMs = TOAST_MS }) {
      manager.add({
        id,
        type: tone,
        title,
        description: body,
        ...(action === undefined
          ? {}
          : { actionProps: { children: action.label, onClick: action.onPress } }),
        priority: assertive ? 'high' : 'low',
        timeout: durationMs,
        onRemove: () => onClose?.(id),
      })
    },
    close: (id) => manager.close(id),
  }
}

/** A corner of the window, from its left and its lower edge. */
export type ToastCorner = {
  readonly leftPx: number
  readonly bottomPx: number
  readonly widthPx: number
}

/**
 * Renders a board's toasts in a corner, else where they cover no navigation. Screen readers
 * announce the region's name; clicks between the toasts reach the page.
 */
export function Toasts(props: {
  board: ToastBoard
  label: string
  corner?: ToastCorner | undefined
}) {
  const { board, label, corner } = props
  return (
    <BaseToast.Provider toastManager={board.manager} limit={TOAST_LIMIT} timeout={TOAST_MS}>
      <BaseToast.Portal>
        <BaseToast.Viewport
          aria-label={label}
          className={classNames(
            'pointer-events-none fixed z-toast flex flex-col gap-2 *:pointer-events-auto',
            // On a phone below the navigation or the title of its dialog; in a wide window in the
            // corner above the status bar.
            corner === undefined
              ? 'inset-x-2 top-(--toast-top,3.5rem) mx-auto max-w-sm md:top-auto md:bottom-10 md:mr-0'
              : // Of more than the window has room for the oldest is cut, not the newest.
                'overflow-y-clip *:shrink-0',
          )}
          style={
            corner && {
              left: corner.leftPx,
              bottom: corner.bottomPx + 8,
              width: corner.widthPx,
              maxHeight: `calc(100dvh - ${corner.bottomPx + 16}px)`,
            }
          }
        >
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function ToastList() {
  const { toasts } = BaseToast.useToastManager()
  const words = useUiWords()
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'up']}
      className={classNames(
        'relative flex gap-2 rounded border border-line-strong bg-raised py-2.5 pr-9 pl-3 shadow-popup',
        'transition-[opacity,transform] duration-200 ease-out select-none data-limited:hidden',
        'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)',
        'data-ending-style:translate-x-8 data-ending-style:opacity-0',
        'data-starting-style:-translate-y-2 data-starting-style:opacity-0',
      )}
    >
      <ToastIcon tone={toast.type} />
      <BaseToast.Content className="min-w-0 flex-1">
        <BaseToast.Title className="text-sm font-semibold" />
        <BaseToast.Description className="mt-0.5 text-xs wrap-break-word text-soft" />
        <BaseToast.Action className="mt-1 touch-target text-xs font-medium text-accent hover:underline" />
      </BaseToast.Content>
      <BaseToast.Close
        aria-label={words.close}
        className="absolute top-1.5 right-1.5 grid size-6 touch-target place-items-center rounded text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </BaseToast.Close>
    </BaseToast.Root>
  ))
}

function ToastIcon({ tone }: { tone: string | undefined }) {
  const style = 'mt-0.5 size-4 shrink-0'
  if (tone === 'success')
    return <CircleCheck className={classNames(style, 'text-good')} aria-hidden />
  if (tone === 'warning') {
    return <TriangleAlert className={classNames(style, 'text-warn')} aria-hidden />
  }
  if (tone === 'failure')
    return <CircleAlert className={classNames(style, 'text-bad')} aria-hidden />
  return <Info className={classNames(style, 'text-soft')} aria-hidden />
}
