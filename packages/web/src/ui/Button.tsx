// Buttons: with a text, with an icon alone, and one that copies a text.

import { useEffect, useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Button as BaseButton } from '@base-ui/react/button'
import { Check, Copy, LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Tooltip } from './Tooltip.tsx'
import { useUiWords } from './UiProvider.tsx'

export type ButtonVariant = 'primary' | 'buy' | 'sell' | 'neutral' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

const styles: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover',
  buy: 'bg-up-solid text-on-side hover:brightness-110',
  sell: 'bg-down-solid text-on-side hover:brightness-110',
  neutral: 'bg-field text-ink hover:bg-line-strong',
  ghost: 'bg-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-transparent text-bad border border-current hover:bg-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-6 px-2 text-xs gap-1',
  md: 'h-8 px-3 text-sm gap-1.5',
  lg: 'h-10 px-4 text-md gap-2',
}

type OwnButtonProps = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** A request is pending: the button shows progress and ignores clicks, but keeps the focus. */
  pending?: boolean | undefined
  /** Takes the full width. */
  wide?: boolean | undefined
  className?: string | undefined
  children?: ReactNode
}

export type ButtonProps = OwnButtonProps &
  Omit<ComponentProps<'button'>, keyof OwnButtonProps | 'color'>

/** A button with a text. It submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant = 'neutral', size = 'md', pending = false, wide = false, ...rest } = props
  const { className, children, disabled, ...own } = rest
  return (
    <BaseButton
      {...own}
      disabled={disabled === true || pending}
      focusableWhenDisabled={pending}
      aria-busy={pending || undefined}
      className={classNames(
        'relative inline-flex shrink-0 touch-target items-center justify-center rounded font-medium',
        'whitespace-nowrap transition-[background-color,filter,color] duration-100 select-none',
        'not-data-disabled:active:brightness-95',
        disabled === true && !pending ? 'bg-field text-muted' : styles[variant],
        sizes[size],
        wide && 'w-full',
        className,
      )}
    >
      <span className={classNames('contents', pending && '*:invisible')}>{children}</span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center rounded bg-inherit">
          <LoaderCircle className="size-4 animate-spin" aria-hidden />
        </span>
      )}
    </BaseButton>
  )
}

const iconSizes: Record<ButtonSize, string> = { sm: 'size-6', md: 'size-8', lg: 'size-10' }

export type IconButtonProps = Omit<OwnButtonProps, 'wide' | 'pending'> & {
  /** The button's action; read by screen readers, and shown as its tooltip. */
  label: string
  /** The shortcut of the same action, shown in the tooltip. */
  shortcut?: string | undefined
  /** Pressed state of a toggle button. */
  pressed?: boolean | undefined
} & Omit<ComponentProps<'button'>, keyof OwnButtonProps | 'aria-label' | 'title'>

/** A button with an icon alone; it always has a name. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, pressed, variant = 'ghost', size = 'sm', ...rest } = props
  const { className, children, ...own } = rest
  return (
    <Tooltip content={shortcut === undefined ? label : `${label} (${shortcut})`}>
      <BaseButton
        {...own}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(
          'inline-flex shrink-0 touch-target items-center justify-center rounded',
          'transition-colors duration-100 [&_svg]:size-4 data-disabled:opacity-40',
          styles[variant],
          pressed === true && 'bg-accent-tint text-accent',
          iconSizes[size],
          className,
        )}
      >
        {children}
      </BaseButton>
    </Tooltip>
  )
}

const COPIED_MS = 1_500

/** Copies a text to the clipboard and confirms it briefly. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const words = useUiWords()
  const [copied, setCopied] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (): void => {
    // The clipboard belongs to the button's own window, which may be a popout.
    const clipboard = button.current?.ownerDocument.defaultView?.navigator.clipboard
    clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <IconButton ref={button} label={copied ? words.copied : (label ?? words.copy)} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  )
}
