import zlib,hashlib,os,sys,struct
def loose(kind,data):
    raw=(kind+' %d'%len(data)).encode()+b'\0'+data; h=hashlib.sha1(raw).hexdigest()
    os.makedirs('.git/objects/'+h[:2],exist_ok=True); open('.git/objects/'+h[:2]+'/'+h[2:],'wb').write(zlib.compress(raw)); return h
what=sys.argv[1]
if what=='tree':
    blob=loose('blob',b'x'); name=sys.argv[2].encode()
    t=loose('tree',b'100644 '+name+b'\0'+bytes.fromhex(blob))
    print(loose('commit',('tree %s\nauthor A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n\nm\n'%t).encode()))
if what=='bomb':
    h='ab'*20; os.makedirs('.git/objects/ab',exist_ok=True)
    c=zlib.compressobj(9); out=c.compress(b'blob 99999999\0')
    z=b'\0'*(1<<20)
    for i in range(90): out+=c.compress(z)
    out+=c.flush(); open('.git/objects/ab/'+'ab'*19,'wb').write(out); print(h)
if what=='cycle':
    a,b='aa'*20,'bb'*20
    def entry(base): d=zlib.compress(b'\x01\x01\x90\x01'); return bytes([0x70|4])+bytes.fromhex(base)+d
    body=b'PACK'+struct.pack('>II',2,2); o1=len(body); body+=entry(b); o2=len(body); body+=entry(a)
    sha=hashlib.sha1(body).digest(); os.makedirs('.git/objects/pack',exist_ok=True); open('.git/objects/pack/pack-x.pack','wb').write(body+sha)
    fan=b''.join(struct.pack('>I',(1 if i>=0xaa else 0)+(1 if i>=0xbb else 0)) for i in range(256))
    idx=b'\xfftOc'+struct.pack('>I',2)+fan+bytes.fromhex(a)+bytes.fromhex(b)+b'\0'*8+struct.pack('>II',o1,o2)+sha
    open('.git/objects/pack/pack-x.idx','wb').write(idx+hashlib.sha1(idx).digest()); print(a)
