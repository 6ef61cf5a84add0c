/**
 * A part of the page that is fetched when it is first shown. Where it cannot be fetched (no line, a busy gateway) it is
 * tried again by itself; a release may have removed it: then a reload helps.
 */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice, Skeleton } from './surfaces';
import { COMPONENT_WORDS } from './words';

const AGAIN_MS = 3_000;

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  height = '400px',
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [, setLoaded] = useState(false);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isGone = false;
      const attempt = () => {
        // Another instance may have loaded it since this one was drawn.
        const loading = loaded === null ? load() : Promise.resolve(loaded);
        loading.then(
          (component) => {
            loaded = component;
            if (!isGone) setLoaded(true);
          },
          () => {
            if (isGone) return;
            setMissing(true);
            timer = setTimeout(attempt, AGAIN_MS);
          },
        );
      };
      attempt();
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, []);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    return isMissing ? <Missing /> : <Skeleton height={height} />;
  };
}

const Missing = () => (
  <Notice
    kind="bad"
    action={
      <button class="button" onClick={() => location.reload()}>
        {COMPONENT_WORDS.reload}
      </button>
    }
  >
    {COMPONENT_WORDS.partMissing}
  </Notice>
);
