/** Distance from the end, in pixels, that still counts as being at the end. */
const nearEnd = 8;

/**
 * Keeps a scrolled element at its end while it grows, for as long as the person is there. Scrolling up ends it at once;
 * scrolling down to the end takes it up again.
 */
export class FollowBottom {
  #scroller: HTMLElement;
  #onChange: () => void;
  #observer = new ResizeObserver(() => this.#settle());
  #following = true;
  #lastTop = 0;

  constructor(scroller: HTMLElement, content: HTMLElement, onChange: () => void) {
    this.#scroller = scroller;
    this.#onChange = onChange;
    this.#observer.observe(scroller);
    this.#observer.observe(content);
    scroller.addEventListener("scroll", this.#scrolled, { passive: true });
    scroller.addEventListener("wheel", this.#wheeled, { passive: true });
  }

  get following(): boolean {
    return this.#following;
  }

  /** Goes to the end and stays there. */
  follow(): void {
    this.#setFollowing(true);
    this.#settle();
  }

  /** Stays at the reading position, even when what is shown changes its height. */
  hold(): void {
    this.#setFollowing(false);
  }

  close(): void {
    this.#observer.disconnect();
    this.#scroller.removeEventListener("scroll", this.#scrolled);
    this.#scroller.removeEventListener("wheel", this.#wheeled);
  }

  #settle(): void {
    if (this.#following) {
      this.#scroller.scrollTop = this.#scroller.scrollHeight;
      this.#lastTop = this.#scroller.scrollTop;
    } else if (this.#distance() <= nearEnd) {
      this.#setFollowing(true);
    }
  }

  #scrolled = (): void => {
    const top = this.#scroller.scrollTop;
    const distance = this.#distance();
    if (distance <= nearEnd && top >= this.#lastTop) this.#setFollowing(true);
    // Content that got shorter moves the position up as well, but leaves it at the end.
    else if (top < this.#lastTop && distance > 1) this.#setFollowing(false);
    this.#lastTop = top;
  };

  #wheeled = (event: WheelEvent): void => {
    if (event.deltaY < 0 && this.#scroller.scrollTop > 0) this.#setFollowing(false);
  };

  #distance(): number {
    return this.#scroller.scrollHeight - this.#scroller.scrollTop - this.#scroller.clientHeight;
  }

  #setFollowing(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#onChange();
  }
}
