/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rows.c: see rows.h. */
#include "gst/support/rig.h"
#include "rows.h"
#include "support/test.h"

#define SOUND(channels)                                                       \
  "audio/x-raw, format=F32LE, layout=interleaved, rate=48000, channels="      \
      channels
#define PICTURES                                                              \
  "video/x-raw, format=GRAY8, width=64, height=48, framerate=25/1"
#define SHOWN "video/x-raw, format=BGRx, width=160, height=90, framerate=30/1"

/* ---- claudiofft ---- */

static const PokeOutside claudiofft_outside[] = {
  {"size=0", "2 to 67108864"},
  {"size=1", "2 to 67108864"},
  {"size=67108865", "2 to 67108864"},
  {"size=4294967295", "2 to 67108864"},
  {"hop=67108865", "0 to 67108864"},
  {"overlap=1", "0 to below 1"},
  {"overlap=-0.1", "0 to below 1"},
  {"overlap=1e300", "0 to below 1"},
  {"window-param=-2", "-1 to 1000"},
  {"tapers=0", "1 to 16"},
  {"tapers=17", "1 to 16"},
  {"zero-pad=67108865", "0 to 67108864"},
  {"floor=-1000", "-999 to 999"},
  {"calibration=300.1", "-300 to 300"},
  {"calibration=-1e300", "-300 to 300"},
  {"band-low=-1", "0 to 1073741824"},
  {"band-high=2e9", "0 to 1073741824"},
  {"zoom-low=-1e10", "-1073741824 to 2147483647"},
  {"zoom-high=1e10", "-1073741824 to 2147483647"},
  {"zoom-bins=0", "1 to 33554433"},
  {"bands-per-octave=0", "1 to 96"},
  {"bands-per-octave=97", "1 to 96"},
  {"gamma=-1", "0 to 1000"},
  {"gamma=1000.5", "0 to 1000"},
  {"floor=1e9", "-999 to 999"},
  {"average-count=0", "1 to 65536"},
  {"average-count=65537", "1 to 65536"},
  {"time-constant=999", "1000 to 999999999000"},
  {"time-constant=999999999001", "1000 to 999999999000"},
  {"frames-per-buffer=65537", "0 to 65536"},
  {"cepstrum=257", "0 to 256"},
  {"lifter=-1", "0 to 999"},
  {"lifter-from=2", "0 to 1"},
  {"alignment-threshold=18446744073709551615", "0 to 18446744073709551614"},
  {"discont-wait=18446744073709551615", "0 to 18446744073709551614"},
  {NULL},
};

static const PokeRefusal claudiofft_early[] = {
  {"window=kaiser window-param=500.5", "window-param", "500.5", "0 to 500"},
  {"window=tukey window-param=1.5", "window-param", "1.5", "0 to 1"},
  {"window=gauss window-param=0", "window-param", "0", "0.05 to 1000"},
  {"window=dolph-chebyshev window-param=301", "window-param", "301",
      "1 to 300"},
  {"window=taylor window-param=121", "window-param", "121", "1 to 120"},
  {"window=dpss window-param=501", "window-param", "501", "0.1 to 500"},
  {"tapers=3 quantity=db", "tapers", "3", "only dpss"},
  {"tapers=3 window=dpss", "quantity", "complex",
      "magnitude, power, db, log or log10", "tapers"},
  {"tapers=3 window=dpss quantity=phase", "quantity", "phase",
      "magnitude, power, db, log or log10", "tapers"},
  {"tapers=5 window=dpss quantity=db size=4", "tapers", "5", "at most"},
  {"tapers=2 window=dpss quantity=db bands=3 band-sum=magnitude", "band-sum",
      "magnitude", "level or power"},
  {"quantity=db cepstrum=3", "cepstrum", "3", "without bands must be 0"},
  {"quantity=db bands=12 cepstrum=13", "cepstrum", "13", "at most"},
  {"quantity=power bands=12 cepstrum=3", "quantity", "power",
      "db, log or log10", "cepstrum"},
  {"quantity=log bands=12 cepstrum=3 normalize=whisper", "normalize",
      "whisper", "none or per-band"},
  {"window=custom", "window-data", "0 bytes", "8192", "window"},
  {"zero-pad=1023", "zero-pad", "1023", "1024"},
  {"quantity=db averaging=median average-count=1025", "average-count", "1025",
      "1 to 1024"},
  {"quantity=db bands=514", "bands", "514", "513"},
  {"quantity=db bands=3 band-scale=octave", "bands", "3", "0"},
  {"quantity=db band-scale=log", "bands", "0", "1 to 513", "band-scale"},
  {"quantity=db bands=3 band-high=100 band-low=200", "band-low", "200", "100"},
  {"quantity=db band-scale=octave band-high=1000 band-low=1000", "band-low",
      "1000", "below"},
  {"quantity=db bands=3 sides=two", "sides", "two", "one"},
  {"zoom-high=100 zoom-low=200", "zoom-low", "200", "100"},
  {"quantity=delay reference-channel=0 zoom-high=100", "quantity", "delay",
      "bin-step"},
  {"quantity=db bands=21 zoom-high=100 zoom-bins=20", "bands", "21", "20"},
  {"quantity=db band-scale=cqt averaging=mean", "averaging", "mean", "none"},
  {"band-scale=vqt frames-per-buffer=4", "frames-per-buffer", "4", "0"},
  {"band-scale=cqt gamma=20", "gamma", "20", "0"},
  {"band-scale=cqt band-high=1000", "band-high", "1000", "0"},
  {"quantity=db band-scale=cqt window=dpss tapers=3", "tapers", "3", "1"},
  {"band-scale=vqt zoom-low=100", "zoom-low", "100", "0"},
  {"quantity=db band-scale=cqt cepstrum=13", "cepstrum", "13", "0"},
  {"averaging=mean", "quantity", "complex", "magnitude, power, db, log or log10",
      "averaging"},
  {"bands=4", "quantity", "complex", "magnitude, power, db, log or log10", "bands"},
  {"weighting=a quantity=phase", "quantity", "phase",
      "magnitude, power, db, log or log10", "weighting"},
  {"quantity=db averaging=mean hop=1025", "hop", "1025", "1024"},
  {"channel-mode=select channel-select=1-0", "channel-select", "1-0",
      "rising"},
  {"channel-mode=select channel-select=0+", "channel-select", "0+", "rising"},
  {"channel-mode=select channel-select=x", "channel-select", "x", "rising"},
  {"iq=true sides=one", "sides", "one", "two or centered"},
  {"iq=true channel-mode=mix", "channel-mode", "mix", "all"},
  {"iq=true bands=4 quantity=db", "bands", "4", "no bands"},
  {NULL},
};

static const PokeRefusal claudiofft_late[] = {
  {"frames-per-buffer=65536 size=65536", "frames-per-buffer", "65536",
      "at most"},
  {"averaging=mean quantity=db average-count=65536 size=65536 overlap=0",
      "average-count", "65536", "at most"},
  {NULL},
};

static const PokeRefusal claudiofft_fitted[] = {
  {"channel-mode=select channel-select=2", "channel-select", "2", "0 to 1"},
  {"channel-mode=select channel-select=1-5", "channel-select", "1-5", "1 is used"},
  {"channel-mode=select channel-select=0+1+2+3+4+5+6+7+8+9+10+11+12+13",
      "channel-select", "0+1+2+3+4+5+6+7+8+9+10+11+12+13", "0 to 1"},
  {"size=4096 quantity=db bands=2000 band-scale=mel", "bands", "2000",
      "hold no bin"},
  {"size=2 quantity=db band-scale=octave", "band-scale", "octave", "fits"},
  {"quantity=db bands=3 band-low=24000", "band-low", "24000",
      "below half the rate, 24000"},
  {"quantity=db bands=40 band-low=23900", "bands", "40", "3 is used"},
  {"preset=whisper", "preset", "whisper", "16000"},
  {NULL},
};

/* ---- clvideodenoise ---- */

static const PokeOutside clvideodenoise_outside[] = {
  {"block-size=65", "8 to 64"}, {"depth=8", "1 to 7"},
  {"sigma=129", "0 to 128"}, {"floor=1.5", "0 to 1"},
  {NULL},
};

static const PokeRefusal clvideodenoise_early[] = {
  {"block-size=12", "block-size", "12", "8, 16, 32 or 64"},
  {"depth=4", "depth", "4", "1, 3, 5 or 7"},
  {NULL},
};

/* ---- clvideofft ---- */

static const PokeOutside clvideofft_outside[] = {
  {"block-height=67108865", "0 to 67108864"},
  {"block-overlap-x=67108865", "0 to 67108864"},
  {"zero-pad-height=67108865", "0 to 67108864"},
  {"window-param=-2", "-1 to 1000"},
  {"depth=0", "1 to 67108864"},
  {"depth=67108865", "1 to 67108864"},
  {"temporal-hop=0", "1 to 999999999"},
  {"temporal-hop=1000000000", "1 to 999999999"},
  {"floor=1000", "-999 to 999"},
  {NULL},
};

static const PokeRefusal clvideofft_early[] = {
  {"block-width=7", "block-width", "7", "8 to 67108864"},
  {"block-overlap-x=1", "block-overlap-x", "1", "block-width"},
  {"block-height=16 block-overlap-y=16", "block-overlap-y", "16", "below"},
  {"block-width=16 zero-pad-width=15", "zero-pad-width", "15", "16"},
  {"window=kaiser window-param=501", "window-param", "501", "500"},
  {"reduce=radial", "quantity", "complex", "power", "reduce"},
  {"reduce=radial quantity=phase", "quantity", "phase", "power", "reduce"},
  {"reduce=radial quantity=db sides=two", "sides", "two", "one"},
  {"reduce=radial quantity=db depth=2", "depth", "2", "1"},
  {NULL},
};

static const PokeRefusal clvideofft_late[] = {
  {"depth=200000", "depth", "200000", "at most"},
  {"depth=67108864", "depth", "67108864", "at most"},
  {NULL},
};

static const PokeRefusal clvideofft_fitted[] = {
  {"block-width=65", "block-width", "65", "at most 64: 64 is used"},
  {"block-height=49", "block-height", "49", "at most 48: 48 is used"},
  {"zero-pad-width=63", "zero-pad-width", "63", "64"},
  {"zero-pad-height=8", "zero-pad-height", "8", "48"},
  {"component=u", "component", "u", "luma is used"},
  {"quantity=power block-width=65", "block-width", "65", "at most 64"},
  {NULL},
};

/* ---- clvideofilter ---- */

static const PokeOutside clvideofilter_outside[] = {
  {"low-pass=-0.1", "0 to 1"},
  {"high-pass=1.5", "0 to 1"},
  {"notch-radius=0", "0.0005 to 0.25"},
  {"notch-threshold=5", "6 to 120"},
  {"blur=0", "0.1 to 50"},
  {"snr=101", "0 to 100"},
  {NULL},
};

static const PokeRefusal clvideofilter_early[] = {
  {"kernel=1,2", "kernel", "2 columns", "odd"},
  {"kernel=1,2,1;1,2", "kernel", "2 numbers", "3"},
  {"notch=0.6,0", "notch", "0.6", "0.5"},
  {NULL},
};

/* ---- clspectrogram ---- */

static const PokeOutside clspectrogram_outside[] = {
  {"size=1", "2 to 67108864"},
  {"hop=67108865", "0 to 67108864"},
  {"overlap=1", "0 to below 1"},
  {"window-param=-2", "-1 to 1000"},
  {"time-span=86400000000001", "0 to 86400000000000"},
  {"min-frequency=-2147483648", "-2147483647 to 2147483647"},
  {"max-frequency=2147483648", "-2147483647 to 2147483647"},
  {"tilt=30.5", "-30 to 30"},
  {"floor=-1000", "-999 to 999"},
  {"floor=1e308", "-999 to 999"},
  {"range=0", "1 to 999"},
  {"range=-5", "1 to 999"},
  {"fall=-1", "0 to 100000"},
  {"bars=16385", "0 to 16384"},
  {"peak-hold=3600000000001", "0 to 3600000000000"},
  {"font-size=257", "0 to 256"},
  {"tapers=17", "1 to 16"},
  {"attack=3600000000001", "0 to 3600000000000"},
  {"release=3600000000001", "0 to 3600000000000"},
  {"smoothing=49", "0 to 48"},
  {"time-constant=999", "1000 to 999999999000"},
  {NULL},
};

static const PokeRefusal clspectrogram_early[] = {
  {"window=kaiser window-param=501", "window-param", "501", "0 to 500"},
  {"zero-pad=7", "zero-pad", "7", "2048"},
  {"tapers=2", "tapers", "2", "only dpss"},
  {"delay=soon", "delay", "soon", "auto, or nanoseconds"},
  {"delay=-1000000000001", "delay", "-1000000000001", "1000000000000"},
  {NULL},
};

static const PokeRefusal clspectrogram_late[] = {
  {"min-frequency=5000 max-frequency=5000", "min-frequency", "5000",
      "below max-frequency"},
  {NULL},
};

/* ---- clspectrum ---- */

static const PokeOutside clspectrum_outside[] = {
  {"bands=1", "2 to 1073741824"},
  {"bands=1073741825", "2 to 1073741824"},
  {"interval=0", "1 to 18446744073709551615"},
  {"threshold=1", "-2147483648 to 0"},
  {"overlap=1", "0 to below 1"},
  {"overlap=-0.5", "0 to below 1"},
  {"overlap=1e300", "0 to below 1"},
  {"band-low=-1", "0 to 1073741824"},
  {"band-high=2e9", "0 to 1073741824"},
  {"size=67108865", "0 to 67108864"},
  {NULL},
};

static const PokeRefusal clspectrum_early[] = {
  {"bands=1073741824", "bands", "1073741824", "2 to 33554433"},
  {"bands=33554434", "bands", "33554434", "2 to 33554433"},
  {"interval=50000000 bands=33554434 window=hann", "bands", "33554434",
      "2 to 33554433"},
  {"size=1 band-scale=mel", "size", "1", "0 or 2 to 67108864"},
  {"band-scale=log band-low=200 band-high=100", "band-low", "200", "100"},
  {"band-scale=octave message-phase=true", "message-phase", "TRUE", "FALSE"},
  {NULL},
};

static const PokeRefusal clspectrum_fitted[] = {
  {"band-scale=log bands=40 size=64", "bands", "40", "33 is used"},
  {"band-scale=mel bands=200 size=256", "bands", "200", "129 is used"},
  {"band-scale=log bands=4 band-low=24000", "band-low", "24000",
      "below half the rate, 24000"},
  {"band-scale=octave band-high=30000", "band-high", "30000", "24000"},
  {"band-scale=third-octave size=4", "band-scale", "third-octave",
      "linear is used"},
  {NULL},
};

/* ---- the elements ---- */

static const Row rows[] = {
  {"claudiofft", {"claudiofft", SOUND ("2"), NULL, 3072, 8 * GST_MSECOND},
        .settles = 3,.makes_spectra = TRUE,.outside = claudiofft_outside,
        .early = claudiofft_early,.late = claudiofft_late,
        .fitted = claudiofft_fitted,
        .heavy = {"size=67108864", "size", "67108864", ""},
      .lines = {"size=256",
            "size=256 quantity=db averaging=mean average-count=3",
            "size=250 quantity=db bands=20 band-scale=bark frames-per-buffer=3",
          "size=256 channel-mode=mix", "size=256 center=true zero-pad=1009"}},
  {"clvideodenoise", {"clvideodenoise", PICTURES, NULL, 3072,
          40 * GST_MSECOND},.settles = 2,.outside = clvideodenoise_outside,
        .early = clvideodenoise_early,
      .lines = {"", "block-size=8 depth=5", "depth=1 overlap=0.5"}},
  {"clvideofft", {"clvideofft", PICTURES, NULL, 3072, 40 * GST_MSECOND},
        .settles = 1,.makes_spectra = TRUE,.outside = clvideofft_outside,
        .early = clvideofft_early,.late = clvideofft_late,
        .fitted = clvideofft_fitted,.begun = "depth=3",
      .lines = {"", "depth=4 window=hann temporal-window=hann quantity=db",
            "block-width=16 block-height=16 block-overlap-x=8 remove-dc=true",
          "reduce=radial quantity=db"}},
  {"clvideofilter", {"clvideofilter", PICTURES, NULL, 3072, 40 * GST_MSECOND},
        .settles = 1,.plays_backwards = TRUE,.outside = clvideofilter_outside,
        .early = clvideofilter_early,
      .lines = {"", "kernel=1,2,1;2,4,2;1,2,1 low-pass=0.2",
          "notch=auto"}},
  {"clspectrum", {"clspectrum", SOUND ("1"), NULL, 19200, 100 * GST_MSECOND},
        .settles = 1,.n_properties = 19,.plays_backwards = TRUE,
        .outside = clspectrum_outside,.early = clspectrum_early,
        .fitted = clspectrum_fitted,
        .heavy = {"multi-channel=true bands=33554433", "bands", "33554433", ""},
      .lines = {"message-phase=true", "band-scale=third-octave size=2048",
          "band-scale=mel bands=20 multi-channel=true size=500"}},
  {"clspectrogram", {"clspectrogram", SOUND ("1"), SHOWN, 19200,
          100 * GST_MSECOND},.settles = 1,.n_properties = 51,
        .plays_backwards = TRUE,.outside = clspectrogram_outside,
      .early = clspectrogram_early,.late = clspectrogram_late,.lines = {""}},
  {"clifft", {"claudiofft size=64 hop=16 ! clifft name=x", SOUND ("2"), NULL,
          3072, 8 * GST_MSECOND},.settles = 1,.n_properties = 4,
      .lines = {""}},
  {"clifft of pictures", {"clvideofft depth=3 ! clifft name=x", PICTURES, NULL, 3072,
          40 * GST_MSECOND},.settles = 3,.n_properties = 4,.lines = {""}},
  {"clfftfilter", {"clfftfilter", SOUND ("2"), NULL, 3072, 8 * GST_MSECOND},
      .settles = 1,.taps = 60,.lines = {"latency-frames=33"}},
};

const Row *
rows_next (const Row * row)
{
  const gchar *only = g_getenv ("CLFFT_TEST_ROW");

  for (row = row ? row + 1 : rows; row < rows + G_N_ELEMENTS (rows); row++)
    if (only ? g_str_equal (row->name, only)
        : !g_str_equal (row->name, "clspectrogram"))
      return row;
  return NULL;
}

void
rows_check (void (*check) (const Row * row))
{
  const Row *row = NULL;

  rig_init ();
  if (!rig_have_device ())
    TEST_SKIP ("no OpenCL device");
  while ((row = rows_next (row)))
    check (row);
}
