import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export function spyOnSync(): { count(): number; stop(): void } {
  const real = fs.fsyncSync;
  let count = 0;
  fs.fsyncSync = (file) => {
    count += 1;
    real(file);
  };
  syncBuiltinESMExports();
  return {
    count: () => count,
    stop: () => {
      fs.fsyncSync = real;
      syncBuiltinESMExports();
    },
  };
}
