/** Stands in for the reviewing process: what it does is named by the path of the first file. */
process.on('message', ({ bundle }: { bundle: { files: { path: string }[] } }) => {
  const [file] = bundle.files;
  if (file?.path === 'die') process.kill(process.pid, 'SIGSEGV');
  if (file?.path === 'refuse') process.send?.({ fault: 'the bundle cannot be reviewed' });
  if (file?.path === 'answer') process.send?.({ report: { verdict: 'SAFE' } });
});
process.on('disconnect', () => process.exit());
