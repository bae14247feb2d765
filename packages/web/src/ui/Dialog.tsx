// Dialogs: a general one, a confirmation, and a sheet that slides up on a phone.

import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { ArrowLeft, X } from 'lucide-react'
import { Button, IconButton } from './Button.tsx'
import { classNames } from './class-names.ts'
import { useClosedByBack } from './popups/back-closes.ts'
import { useClosesPanels } from './popups/below-dialogs.ts'
import { usePortalTarget, useUiWords } from './UiProvider.tsx'

const SCRIM =
  'fixed inset-0 z-scrim bg-scrim transition-opacity duration-150 ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0'

const POPUP =
  'flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-lg border border-line-strong bg-raised ' +
  'text-ink shadow-popup outline-none transition-[opacity,transform] duration-150 ease-out ' +
  'data-ending-style:scale-98 data-ending-style:opacity-0 ' +
  'data-starting-style:scale-98 data-starting-style:opacity-0'

/** Its one column is never wider than the window: a wider title or row is cut or scrolls. */
const VIEWPORT = 'fixed inset-0 z-dialog grid grid-cols-1 place-items-center p-4'

export type DialogWidth = 'sm' | 'md' | 'lg'

const widths: Record<DialogWidth, string> = { sm: 'max-w-90', md: 'max-w-110', lg: 'max-w-160' }

export type DialogProps = {
  open: boolean
  /** Called when the user closes the dialog: with its close button, Esc, or a click outside. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The row of buttons under the content. */
  footer?: ReactNode | undefined
  width?: DialogWidth | undefined
  /** Placed at the page's right edge, if there is room, with the rest of the page visible. */
  isAside?: boolean | undefined
  /** Shows a back arrow to an earlier view. */
  onBack?: (() => void) | undefined
  /** The name of that arrow, e.g. "Back". */
  backLabel?: string | undefined
  /**
   * The element that takes the focus first; by default the form's first field, else the first
   * control.
   */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Returns the element that takes the focus when it is closed; null: the one that had it. */
  finalFocus?: (() => HTMLElement | null) | undefined
  /**
   * Makes the dialog a form, submitted by its `submit` button, or by Enter in any field while that
   * button is enabled.
   */
  onSubmit?: (() => void) | undefined
}

/** A dialog in the middle of the page; it traps the focus and restores it when closed. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, width = 'sm', onSubmit, isAside = false } = props
  const container = usePortalTarget()
  const form = useRef<HTMLFormElement>(null)
  useClosesPanels(open)
  useClosedByBack(open, onClose)
  const initialFocus = props.initialFocus ?? (() => firstOf(form.current))
  const content = (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
      {footer !== undefined && (
        <div className="flex gap-2 border-t border-line p-4 *:flex-1">{footer}</div>
      )}
    </>
  )
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className={classNames(SCRIM, isAside && 'lg:bg-transparent')} />
        <BaseDialog.Viewport className={classNames(VIEWPORT, isAside && 'lg:justify-items-end')}>
          <BaseDialog.Popup
            ref={leaveTitleFree}
            className={classNames(POPUP, widths[width])}
            initialFocus={initialFocus}
            finalFocus={props.finalFocus}
          >
            <DialogHeader title={title} onBack={props.onBack} backLabel={props.backLabel} />
            {onSubmit === undefined ? (
              content
            ) : (
              <form
                ref={form}
                noValidate
                className="flex min-h-0 flex-1 flex-col"
                onSubmit={(event) => {
                  event.preventDefault()
                  if (mayBeSent(event.currentTarget)) onSubmit()
                }}
              >
                {content}
              </form>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** The height of a toast above a phone's dialog, including the bar at the top. */
const TOAST_PX = 196
/** The title and its close button. */
const TITLE_PX = 48

/**
 * If there is no room above a phone's dialog, toasts are shown below its title, so that the title
 * and the close button stay visible.
 */
function leaveTitleFree(popup: HTMLElement | null): (() => void) | undefined {
  if (popup === null) return undefined
  const { style } = popup.ownerDocument.documentElement
  const sizes = new ResizeObserver(() => {
    const top = popup.offsetTop
    if (top < TOAST_PX) style.setProperty('--toast-top', `${top + TITLE_PX}px`)
    else style.removeProperty('--toast-top')
  })
  sizes.observe(popup)
  return () => {
    sizes.disconnect()
    style.removeProperty('--toast-top')
  }
}

/** The element of a form to focus: the first field, preferably a selected one, else its button. */
function firstOf(form: HTMLFormElement | null): HTMLElement | true {
  const wanted = ['input:checked', 'input[inputmode]:enabled', '[type=submit]:enabled']
  for (const each of wanted) {
    const found = form?.querySelector<HTMLElement>(each)
    if (found !== null && found !== undefined) return found
  }
  return true
}

// Enter in a form's only field submits it even if the form has no enabled button.
const mayBeSent = (form: HTMLFormElement): boolean =>
  form.querySelector('[type=submit]:enabled:not([aria-disabled=true])') !== null

function DialogHeader(props: Pick<DialogProps, 'title' | 'onBack' | 'backLabel'>) {
  const words = useUiWords()
  const { title, onBack, backLabel } = props
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
      {onBack !== undefined && (
        <IconButton label={backLabel ?? ''} onClick={onBack} className="-ml-2">
          <ArrowLeft aria-hidden />
        </IconButton>
      )}
      <BaseDialog.Title className="line-clamp-2 flex-1 text-lg leading-5 font-semibold wrap-anywhere">
        {title}
      </BaseDialog.Title>
      <BaseDialog.Close
        aria-label={words.close}
        className="grid size-8 touch-target place-items-center rounded text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-4" aria-hidden />
      </BaseDialog.Close>
    </div>
  )
}

export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** What will happen. */
  body: ReactNode
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  onCancel: () => void
  /** The action costs money or cannot be undone. */
  dangerous?: boolean | undefined
  pending?: boolean | undefined
  /** The action is not possible now; the body says why. */
  disabled?: boolean | undefined
  /** Content under the text, e.g. a "do not ask again" box. */
  children?: ReactNode
}

/** Asks for a confirmation before an action; a click outside does not answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, body, confirmLabel, cancelLabel, onConfirm, onCancel } = props
  const container = usePortalTarget()
  const confirm = useRef<HTMLButtonElement>(null)
  useClosesPanels(open)
  useClosedByBack(open, onCancel)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal container={container}>
        <AlertDialog.Backdrop className={SCRIM} />
        <AlertDialog.Viewport className={VIEWPORT}>
          <AlertDialog.Popup
            className={classNames(POPUP, widths.sm, 'gap-2 p-4')}
            // Enter confirms; for a dangerous or impossible action the first button, which
            // declines, has the focus.
            initialFocus={props.dangerous === true || props.disabled === true ? true : confirm}
          >
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-sm text-soft" render={<div />}>
              {body}
            </AlertDialog.Description>
            <form
              className="contents"
              onSubmit={(event) => {
                event.preventDefault()
                onConfirm()
              }}
            >
              {props.children}
              <div
                className={classNames(
                  'mt-3 flex gap-2 *:min-w-0 *:flex-1',
                  // The text of an answer may need a second line.
                  '*:h-auto! *:min-h-8 *:py-1 *:whitespace-normal!',
                )}
              >
                <AlertDialog.Close render={<Button />}>{cancelLabel}</AlertDialog.Close>
                <Button
                  ref={confirm}
                  type="submit"
                  variant={props.dangerous === true ? 'sell' : 'primary'}
                  pending={props.pending}
                  disabled={props.disabled}
                >
                  {confirmLabel}
                </Button>
              </div>
            </form>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export type SheetProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children'>

/** A dialog that slides up from the lower edge, for phones. */
export function Sheet({ open, onClose, title, children }: SheetProps) {
  const container = usePortalTarget()
  useClosesPanels(open)
  useClosedByBack(open, onClose)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className={SCRIM} />
        <BaseDialog.Viewport className="fixed inset-x-0 bottom-0 z-dialog flex items-end">
          <BaseDialog.Popup className={SHEET}>
            <span className="mx-auto mt-2 h-1 w-8 rounded-full bg-line-strong" aria-hidden />
            <DialogHeader title={title} onBack={undefined} backLabel={undefined} />
            <div className="min-h-0 flex-1 overflow-y-auto pb-[env(safe-area-inset-bottom)]">
              {children}
            </div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

const SHEET =
  'flex max-h-[90dvh] w-full flex-col rounded-t-lg border-t border-line-strong bg-panel text-ink ' +
  'shadow-popup outline-none transition-transform duration-200 ease-out ' +
  'data-ending-style:translate-y-full data-starting-style:translate-y-full'
