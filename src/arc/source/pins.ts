/** Written by scripts/pin-arc-releases.mjs: the sha512 integrity of every tarball that is fetched. */
export const TARBALL_PINS: Readonly<Record<string, string>> = {
  "@daostack/arc-hive@0.0.1-rc.4":
    "sha512-11ktJC2DyKlO5f4ALhY4bh1mFn0YyikFrDqxTPV5PcRhM6nMnuxs95lP+rcbDMpuevVlOP8nAXt6xkkt55S28w==",
  "@daostack/arc@0.0.0-alpha.29":
    "sha512-C3xgkneZ9ebD8qgo6SE04fiwtDpx1Dm5BZKAqG7X2IcvaouyrKR3kywk6dLLnlJOHHj2M16M7pTDmXFeoWVWCw==",
  "@daostack/arc@0.0.0-alpha.32":
    "sha512-7FAVEhNTCqKOwwtio+l2V+AeWZKtUBHBOdD3kxeFwxTwe1n5kEc3akQ4FWxigQpR72YwSRwCUKjoq1616B3D5w==",
  "@daostack/arc@0.0.0-alpha.34":
    "sha512-6Grlf5CteBKlVJoGGHkLboUCOp0QEtkv36gPLxOmZQ29UCLbZVhYfN3UFn8Q+arXyxEBukgQQkj1Ft0WKxh/pg==",
  "@daostack/arc@0.0.0-alpha.35":
    "sha512-DkgYXKzDFgXnKZL4oOKLX2Vc62sp/xyfvDQaHEeHmihZXcKCPV7SubwitfgKkHUMiMfScrZinvHl5OycpfhOeg==",
  "@daostack/arc@0.0.0-alpha.38":
    "sha512-LOAWyABRYyt2YSuCnsfxMBAP4YLKcUOLXU52yv3FClk2YzUy3almGMAviZfOivbE+R6z8bpWGOHGIgc5/pbR5g==",
  "@daostack/arc@0.0.0-alpha.42":
    "sha512-0tTggAhRInsacqO5YbCLrkFVv1KudEysOVelAZisfBtLxvf0j3S8luouql0pbOsF6A7ddP/yiJrLMc6amMvRAw==",
  "@daostack/arc@0.0.0-alpha.44":
    "sha512-Ren4iHMBTT4zKQj03kIXJROut7iwLgdW/P8X8AAfWreo5R92L6iQfGG+G1fIDmdunfFpBnwWxKs5PnHhotphSQ==",
  "@daostack/arc@0.0.0-alpha.45":
    "sha512-lqh+64bltvlWY9ACzSEMmRD46lRclmK5E+Sp/dy/Mc7Y3WPbdKaX08Wui8c8y55S6duUEBk3Ny/KYR6Z6B9XuQ==",
  "@daostack/arc@0.0.0-alpha.47":
    "sha512-sqlLTOKn8rYOu9+fCIX0Q/OFx94Lp1i1dowdSfRpUULX/M0n2d06D14lpiGuCUWIpHQm7gat1UiBVHIxg/HsAQ==",
  "@daostack/arc@0.0.0-alpha.50":
    "sha512-Hvxc87Y+vy16BnHySf9097RZoV/bepUfAYZw6FXpJfu1a9ZAbJ5o35W0vGgQD3b7X5odXlS5bkZEuKGfGyPjbQ==",
  "@daostack/arc@0.0.0-alpha.52":
    "sha512-RSaKdY+UtBBgzV3A7hINnksmMW8P2/qo4IQoUMetSwS6bQbXWUIA/+KpaMlpcTeoDOHipN/OEkM47YlY/Ml4lA==",
  "@daostack/arc@0.0.0-alpha.53":
    "sha512-6lrzdWH1kzsITdesJcJGAoMH89uxnmv8q5yNX9CyR3Q6JkPoQ79RmLhz07c7qZ2rpsi9igrRYoZ8npFLMAKAYQ==",
  "@daostack/arc@0.0.0-alpha.56":
    "sha512-dye4G91QU0jHj26Z46zsWzVgGSX44fo2LYz4jD2frB8lKVJrJMKa2NVFOq7+AHXNjCVCRY+0x8FbG9teDleIkA==",
  "@daostack/arc@0.0.0-alpha.58":
    "sha512-Yg72ML3FJFXuj74Z73xyeF4eVa+s8B+Z13wlZeSelswcjdBgLiKTqd1z+OOdv9Icuh3TzG5cBZRYxA6bRg8KpQ==",
  "@daostack/arc@0.0.1-rc.11":
    "sha512-lsKTHpkeLN3Rmmaxg3grXquo/IOu+zgac0eFRlB5Wu0s40PUHGbDvd+M6Ato6yx4Sv5jw6Ek//lKWJwR90mYew==",
  "@daostack/arc@0.0.1-rc.12":
    "sha512-9wcFdobRajZONR3ujCS58/v63c7wRbNgH6N9Fn/Gw0RLwRp63vSoFj0r7xZMIU9dPYFUIflc8I87wfZMzO5Qkw==",
  "@daostack/arc@0.0.1-rc.14":
    "sha512-txRl08zNqryACAwOS1yL7TGteu84CaUkddWcs2hoBea3ZjthkvVOCW1NhWS51rZkrbs23qoRG3W+iLbR9A+Myw==",
  "@daostack/arc@0.0.1-rc.16":
    "sha512-UXGjpM230XREs/CRglCvFCE01COqgBjWzChPXcM7YXXZ+14kWhbPdYUe9vMowHvppMLl6/QWZWnmWNAQ393UMg==",
  "@daostack/arc@0.0.1-rc.17":
    "sha512-O/qao5zOvt47pxa+ZXYAkIBRYYtaRFq2SNrJwDXF5MRPYSfOkNWgTbiZyYMzbJii0WCth+gT7tNq3cdWjw89wg==",
  "@daostack/arc@0.0.1-rc.18":
    "sha512-rJlNJSMid7kh0Fy7V7zjza6516Kgcr/G9KEfHhEWorKZeiX4J3wqdAsqbR3jhN3SJFNmMqeu/FoiJOxEK5moGQ==",
  "@daostack/arc@0.0.1-rc.19":
    "sha512-ozApHzmy9TGgzmnmYwAqwPGi+c4n6qPbJxQ1/ytREWKlP2Y/96UXPU64MmdDoL8CPS3EfeTXQHNo0bIqex/zig==",
  "@daostack/arc@0.0.1-rc.21":
    "sha512-7X0KJmALmt1BVB3kcQJs0KqwVqYajNU5ArizZ4TgB/g0/7GbOxTIJhABufa8WDzoMspXjctJJvYRUJS9GKqEGQ==",
  "@daostack/arc@0.0.1-rc.22":
    "sha512-rs9cnTGLvAsj8acjurars4RkEXueXWFvUvCbTziZqhMgq4GE+HKFO5p7aB5HvxdtgEAxi6cTIr8CSqScsJEJag==",
  "@daostack/arc@0.0.1-rc.23":
    "sha512-3BbVfWgbB4MRQv971CB1b+oy+7piZohGwdurojEfANpvAJJHvkRun7Ds4YUcjRD8xSK73Cj2x1GsNezvjijE4Q==",
  "@daostack/arc@0.0.1-rc.24":
    "sha512-Q08qwihU2/A2vGV8DyZ8mkMZ7BXSf1eVGxevlXVqA7HvgR+RZV1tv5E0S5V8LT6x+uFTveLF6Xg9bpmc3gv+ew==",
  "@daostack/arc@0.0.1-rc.27":
    "sha512-oLLkAg310cPGIX7IfJUcfqnApncXPIAzKLzWhsnHKGjpJDTngtX7LQJvAQWXy5OQOD1flTq7YWG9sK4P/dVjdw==",
  "@daostack/arc@0.0.1-rc.28":
    "sha512-mOcWaL9aupHpnt76jcP5w2Os4yI7CjcFtGIzRENYgV44EefLafgaxJu9D4Frs/0NSodnuneB819zM8T0TEmlnA==",
  "@daostack/arc@0.0.1-rc.3":
    "sha512-EzduYyjTlbQZUO90oO4Csa8vofyQL+7HbExWtQ18R5O/CME/tEQR1js3QTku3bMWgTJvs+iuhjeeBO1uKTDSsw==",
  "@daostack/arc@0.0.1-rc.30":
    "sha512-Qd+hxvz5PexGiKJf/i9Foa10a3XPa5SGizE5Zpsic2P1MQ1x8DA7nGxhRQcoQpRXzZ+UdIsIpiuETeuRFtg69g==",
  "@daostack/arc@0.0.1-rc.31":
    "sha512-VP8E5QHVrNmqbClN3a12qP6Z1FEN4r6HtkiyfxnCmWHQA5j2sK7JeGf2LYIsM/pvJfgpcRjFFAxCyhrOX0m5MA==",
  "@daostack/arc@0.0.1-rc.32":
    "sha512-DU20DcDrGso4a+4IPVQg7zNUrT80Pzx+yvHzFo25W25CzSGV5fkTjZPVHIWrT7eq9SmcG/g37BjfuioWR1Nj5A==",
  "@daostack/arc@0.0.1-rc.33":
    "sha512-JIlf/gj2OSvyo9xWrZuMQNOo8UTDPvv7lrw0scYod3hjB/SkqnqEH5h8iU1xFyDvmo+nB4QJvAbMojfItqqgLg==",
  "@daostack/arc@0.0.1-rc.34":
    "sha512-6R97Elim3lKu1uyZiczswsxs9KvJ5z02s2E0Y3i+dnkPRMKQrys6hDJUr3nsIuzgFf56FOOm0utl8O59Q6b98w==",
  "@daostack/arc@0.0.1-rc.36":
    "sha512-rf2rlWoThZl+s6x/crj1buiVnAoCTUNzbEVvt+V/zFwg9pHW6jiNJQ1NvE8ha7DSokf0tKTyx1Q3emj5lR6KFA==",
  "@daostack/arc@0.0.1-rc.37":
    "sha512-QIwdfDgRFOjVajqsjzrPC+Ib9lJBxajpt9n4H16HBj3EY8oOridqj0BuAK2TWF6wXxeyECaYsmbFiQfAjvt3ZA==",
  "@daostack/arc@0.0.1-rc.38":
    "sha512-+u0hlRzWOxZOc5KGF60fmVdmT78Pfx8+HVI1lo7qGW/aSiCxh54FQMccJKo0O8X0G3FE5pIncVBjxdMgVftkIA==",
  "@daostack/arc@0.0.1-rc.39":
    "sha512-MT5tJ++M3O3Ooy37/H95uv2JHC5t3vF01VGf7So2pB9XSKAkv5iu9dirrRhq42M2Y2yUuiNPRMTLpzcFVtzYMA==",
  "@daostack/arc@0.0.1-rc.40":
    "sha512-+1TKRTF8q/l9hVYqcemUtBWUqv/XIzyjC2fVdHStKCO9GfHmlGmTz40V1jms5hP13xq8EuY5zFFR/Y7gbMa6Cw==",
  "@daostack/arc@0.0.1-rc.41":
    "sha512-U/M+ZhEV/4f/+zwZOjYNv67bbP386qSvas8LUB31bV0nzxQKhjG+8JzKKmxpCqz0ixLuzMG7/pJcn3dG2MF5Kg==",
  "@daostack/arc@0.0.1-rc.44":
    "sha512-BzJGK3+Kmar4J6MDW8YQ9RGpdXwbZPMJ2fVaEB6rv9S8hWSqzYOe7690n2WQTJYx4p8O1QIiwIUd9hJAF7p7ug==",
  "@daostack/arc@0.0.1-rc.47":
    "sha512-ElzdZPmZUMgQS+RdzgQc+MTjl3w3C55i50YhYZC41hiqQX1d/w6LhSUHg59L8UCPnEdmOlhoDpoE/91M1Hc5pg==",
  "@daostack/arc@0.0.1-rc.53":
    "sha512-HlkLYNtrZfjIN8lt/ppTN4f5qedYMBcGcqC87vnQ/tfZ0e+wTuNq2rAXjHWT81xNAoGqi7EVWJ6ttWV3VTNKrA==",
  "@daostack/arc@0.0.1-rc.55":
    "sha512-1aYtyz7nhxfnxFjI0dZDpZje+RJBOLflRdBpPmzQnPN4XFOm1cGlVau2Gel7UTdHUhkVU8ZSluAZKiQL5muFPw==",
  "@daostack/arc@0.0.1-rc.57":
    "sha512-tAAcamK2Wo8FqS2WIOdbWi3e76Q6c+F+3gmj/9h/4BtESNpwpIyGxdGSrLx8eL7GGC1UizgP4+O4PI+4ECNSmA==",
  "@daostack/arc@0.0.1-rc.6":
    "sha512-otqEBlGKrh7BZgLe6p36ja8rASbJb+lWfw0xSeb1a6VKxOz7xmgGV2ZjGB00zFdKhcXVWo6Ke5F39EF1WJxUpw==",
  "@daostack/arc@0.0.1-rc.7":
    "sha512-2k2t0QN5eidSLidXYwO2/OVfxeNQqpLlVtVT9YySejpQkewxK2IxCwaUstglwErLoumfaU+KciJcY/SJ8Ilnkg==",
  "@daostack/arc@0.0.1-rc.8":
    "sha512-NCCYtUgRcrbAMfNegaWrFh9ZEr3joJsbGb3WV4uTJ0sesmlRyh0bQ4mjdvV1duGr9KGVMh7u2ACSYBsWq8RYcw==",
  "@daostack/arc@0.0.1-rc.9.1":
    "sha512-XWaP6eE4n5W8wtVoEdwsjEMtBeoUEQdrblif77qfrvtRIRLvPjZXGEdt8t/wJf2x0bWCwicxY30BYh5K4s+4nQ==",
  "@daostack/infra@0.0.1-rc.21":
    "sha512-2o/cw46T9+uLbKDXi1aZhrHqmnX2vOuOmC5qKDIOB/TTbb63bS9V59KIl+ryGjV2/HwNgRpLPRHnJd/t45ZSyw==",
  "@daostack/migration@0.0.1-rc.57-v1":
    "sha512-Gj94jao9WXcM0upMUIyeD9zRKiedTMs/d9ZUYGvmaS00vFBOvw9+Wj4BXR9HJvCzUR6z6tBJwtZ9a/HMyQVKgw==",
};

/** The sha256 of what each package consists of, as archive.ts puts it together. */
export const CONTENT_PINS: Readonly<Record<string, string>> = {
  "@daostack/arc-hive@0.0.1-rc.4": "sha256-GfQ4BC609RAerumY7nGhnaMTOaE5rEg/ZKiytP6rEB4=",
  "@daostack/arc@0.0.0-alpha.29": "sha256-jrKN/mt6nct1BJRSF8/w26qbMz2s8RcJqaQeod5EqdM=",
  "@daostack/arc@0.0.0-alpha.32": "sha256-R2RIJOH6wTOAbNMZn0+tcr0s93R1gWLU0u2BZ6owJNQ=",
  "@daostack/arc@0.0.0-alpha.34": "sha256-p15JVr6rIOLo5xjQ8w6XwDBDOOt1NAKJS6nXllbMOBI=",
  "@daostack/arc@0.0.0-alpha.35": "sha256-S5VbZtjfXwk1MlyKMMsR3T2KsoNehm2buZkYR3DvLo4=",
  "@daostack/arc@0.0.0-alpha.38": "sha256-a84MYXyvMh7WYdtbkcEmk/zbuF4mnc6uPDAR2xxqhno=",
  "@daostack/arc@0.0.0-alpha.42": "sha256-8Tt54dlu+Ntyn4IXtYz7AO8GNsaUrTyANSUiqInN02w=",
  "@daostack/arc@0.0.0-alpha.44": "sha256-ILEwVtgKe7PjsCcHtBJ/n3fhiDVimqHkvAbX6JscGyk=",
  "@daostack/arc@0.0.0-alpha.45": "sha256-MK05llRPaKxTSkXIsNgluIOsfSNK43c/keCDJfM8w2E=",
  "@daostack/arc@0.0.0-alpha.47": "sha256-C822yMTFkSuOnQA0jr6KHQ1OtNRxHTFmMmXDnEYF7y8=",
  "@daostack/arc@0.0.0-alpha.50": "sha256-ccQ0RKDYmwHQZR4PRU6ygyrZ5xtcIQ4/IwajE9THn4M=",
  "@daostack/arc@0.0.0-alpha.52": "sha256-Fwws6beVGWMlr/zKWEKFewzbTuSlvvpvRMuw+xKPGzk=",
  "@daostack/arc@0.0.0-alpha.53": "sha256-YsfibEL0D5tc1FJVJHxARYBYgRk9zpq4tldSQJf7q4M=",
  "@daostack/arc@0.0.0-alpha.56": "sha256-mj+3f9wj8EV1kdP3P5ed9AVm/dYz3oOjHRRIu1ytqNw=",
  "@daostack/arc@0.0.0-alpha.58": "sha256-E/ZcLzBSyWNenpn8YxKqr1VywOXAeGnWkU2mzpUDs9o=",
  "@daostack/arc@0.0.1-rc.11": "sha256-M1ojyYfzU1B5uX1xQYwvlxknxhkNMWxgjU7rAutSbsc=",
  "@daostack/arc@0.0.1-rc.12": "sha256-udl6YNWLJIDblLUQMYjBSf3ZCbEI8IPPCIKaVuX6gFQ=",
  "@daostack/arc@0.0.1-rc.14": "sha256-yEddG7ojRdvX3Dfaz4uzzCx5yLOvZCCP89V4bAWgXUg=",
  "@daostack/arc@0.0.1-rc.16": "sha256-axuNVGo9mtZJnZbEbNa+MZTUWzA/HRsGUqPJrfyT+zw=",
  "@daostack/arc@0.0.1-rc.17": "sha256-0CqB5CjTrYtULdMQfuHuO6PHrjQ2IfuvUHBG5UJ+npA=",
  "@daostack/arc@0.0.1-rc.18": "sha256-0w06jCDbijUDhhdR9MR+3CZKGPG21KqaoX5lxCiBUlQ=",
  "@daostack/arc@0.0.1-rc.19": "sha256-by8urAUru4i6NOGDnX5dU8mrM/2iZB5tbQh2Zmnd7jc=",
  "@daostack/arc@0.0.1-rc.21": "sha256-RUfkZ5YFZOUv+BgqXSO5Qat054CUs+YSBHacLh/vop0=",
  "@daostack/arc@0.0.1-rc.22": "sha256-5AzNFL3rWzNDOLU621oOnKt98nqHNRBiueYCstnf0ps=",
  "@daostack/arc@0.0.1-rc.23": "sha256-VKyV7e/YkFq8tz4oLoqptE0SCBZAII/TXEOexWISm1o=",
  "@daostack/arc@0.0.1-rc.24": "sha256-RH1TAY096uG2zCpFNuDPyIFZNNZ77knE3SINXmh/rMQ=",
  "@daostack/arc@0.0.1-rc.25": "sha256-FrMB3iG8imeAHcPXkUPKI7ajoqtHOLuDcoGUvQRxQV0=",
  "@daostack/arc@0.0.1-rc.27": "sha256-ybGgEgvNIFlVu8trE2oOH3PiI/kE1B3h3Hj65QZvWMM=",
  "@daostack/arc@0.0.1-rc.28": "sha256-iDTI7vicYlCx03p+FsopvXiG5nhk+5klNojM8jDFcjY=",
  "@daostack/arc@0.0.1-rc.29": "sha256-Y8zRY5AnqEojzjnDKNqSb8jIAvileZSqKqVzXFJ4aaA=",
  "@daostack/arc@0.0.1-rc.3": "sha256-Maj4nf/XHZU8sUOl6Jrgb1EZv90HEE3MvhJEHL6VfFM=",
  "@daostack/arc@0.0.1-rc.30": "sha256-oxWMABdTU1E93i+DHalCKelypK4wTrTos7KP7qCJbSk=",
  "@daostack/arc@0.0.1-rc.31": "sha256-SdLN8/he1GDSRvKZmIW+PA3wAWXX0g7LPGpvV2UPBrU=",
  "@daostack/arc@0.0.1-rc.32": "sha256-WkpaHxcFVDG6qVHNUKjtWTsPrgZgrxTKCOG6dtFxwQc=",
  "@daostack/arc@0.0.1-rc.33": "sha256-IHGH5cRjx9MErhVpmZ7+4g7puzvp7SRTtaHqrOkOKkY=",
  "@daostack/arc@0.0.1-rc.34": "sha256-iRhBYz2Zf5AUnzMMmvCfyQpxY1LmFQE9lrfKNhU6SOo=",
  "@daostack/arc@0.0.1-rc.35": "sha256-MJxRpXr+WsUQIhu5WaQ7Tt4stFaKtJwhI53wzdMXucc=",
  "@daostack/arc@0.0.1-rc.36": "sha256-SrnszDQS23XhsDQOzOJtI23Ce7mJRpehnGkq54QwtZI=",
  "@daostack/arc@0.0.1-rc.37": "sha256-E9A/0Fybiqs2T7E7ohPkaJw1hFroMgAGlTE7XPGVWyg=",
  "@daostack/arc@0.0.1-rc.38": "sha256-Rd14MKiB1FxOQukOq9PYoTRnL6BxrpyQnpZo/bnI1OI=",
  "@daostack/arc@0.0.1-rc.39": "sha256-hZJWF5mFubbpwdw04Nl/Kjl8408oRqv9KlKiJ1RuRCQ=",
  "@daostack/arc@0.0.1-rc.40": "sha256-stWekvGBtJ92t79Ii4FxgViP3cbwWd3hAvor7dn3vK8=",
  "@daostack/arc@0.0.1-rc.41": "sha256-vvQsjhgZZ9t0NT1RM6j/O9NOvZ0Fb+W1Vw8yfCmkBnE=",
  "@daostack/arc@0.0.1-rc.42": "sha256-wcQa8hDnMFABdkMlUktwSpg9QnsUyjbOaj0m/yINirk=",
  "@daostack/arc@0.0.1-rc.43": "sha256-OIoX8aPWW4G8wt9LffiULSZg+F+6g4Y0MdqhOO3JGA8=",
  "@daostack/arc@0.0.1-rc.44": "sha256-MYqm8v1uqugPdQdZORUb0QFJgJmDnxrfl0ilcwc/DBo=",
  "@daostack/arc@0.0.1-rc.45": "sha256-wd95Mkn8R2ih+IXETI7DIMJnHS83ama5quFkyNN4NwI=",
  "@daostack/arc@0.0.1-rc.46": "sha256-JRIHRSRtlm3g7NbmcuUTLHK9RkKzA95iqFHBhmvog2g=",
  "@daostack/arc@0.0.1-rc.47": "sha256-Lyl1kaZ0RbANB6jTtMzy4lOehLXKeY+CVysnm3PZbgM=",
  "@daostack/arc@0.0.1-rc.48": "sha256-WSr52ius4BtQoL13TSOCv1SXXCwpUxjNNgmyu1KI2O0=",
  "@daostack/arc@0.0.1-rc.49": "sha256-rhGJElEAvpa0MZ/pSZA3Kod9/o27fgBxjOqaLPFU47g=",
  "@daostack/arc@0.0.1-rc.50": "sha256-xS6ycwGvB8cyaW620glogxDNf3BPEJP8XiOCYdmbNKQ=",
  "@daostack/arc@0.0.1-rc.51": "sha256-QvHzgZuqLqw5Z5SDCXMOleAtLPiK+eN3dvvbewG9zTQ=",
  "@daostack/arc@0.0.1-rc.52": "sha256-0ljGPYF1UvhgwCDUrqjj4e0jIis69Z5ScDe7HfxwPDY=",
  "@daostack/arc@0.0.1-rc.53": "sha256-gdJl3a6ukosW3yQYJa2euzXCq0zQ/V+PkfBaVVE2xYY=",
  "@daostack/arc@0.0.1-rc.54": "sha256-LvRgC94+ZscVnxzdj/9vTo5xna5G2lrVF3nqaNI/dXg=",
  "@daostack/arc@0.0.1-rc.55": "sha256-bo/jFjkFc+piA7i1NiKUPJiNuBtFnyCZjPgELGaJmY0=",
  "@daostack/arc@0.0.1-rc.56": "sha256-zJUBc2KcAqffwCoHf71VYVJjnEN9ZPghAtMiNlhcuTw=",
  "@daostack/arc@0.0.1-rc.57": "sha256-oDUZ3TJwvSw66RV85lN6XGKjBuCZYLuVycoiATinxTo=",
  "@daostack/arc@0.0.1-rc.6": "sha256-fsWt/VmctPBQqdBdKJ1SCHHEKwb/+N5SiyNhtftnCR0=",
  "@daostack/arc@0.0.1-rc.7": "sha256-07n6n5SJGmIdbBhKRPsZJuEwBWAmJqrDYr/nUdDAJws=",
  "@daostack/arc@0.0.1-rc.8": "sha256-WeA+PxtIaGyKVTwr+VSVN1LiUnIyBf+F+0Bnmo9G1w8=",
  "@daostack/arc@0.0.1-rc.9.1": "sha256-j6GKTB0z200Y/AcY44KOeEKl4oha8XA2uULwqu6aLqg=",
  "@daostack/infra@0.0.1-rc.21": "sha256-89rH8FLjpCGKvqH6CkMiyWU0HTJSC01VtxHLTHJzHbk=",
};
